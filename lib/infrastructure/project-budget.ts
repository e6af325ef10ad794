import { Construct } from 'constructs';
import { ownId } from '../core/problems/own-id';
import { google } from './google';
import { boundChannels, type NotificationChannels } from './monitoring/notification-channel';
import { requireServices } from './project-services';
import { nameOf, projectOf } from './stack-context';

export interface ProjectBudgetProps {
  /** The billing account of the project, such as `012345-6789AB-CDEF01`. */
  readonly billingAccount: string;
  /** The amount of a calendar month, in whole units of the account's currency. */
  readonly amount: number;
  /** The percents of the amount at which the administrators of the account get mail. @default [50, 90, 100] */
  readonly percents?: readonly number[];
  /** Up to 5 further channels that are told, such as those of a `ClusterMonitoring`. @default {} */
  readonly channels?: NotificationChannels;
  /** @default - the stack's */
  readonly project?: string;
}

/**
 * A budget of a project for each month. It tells of costs, and stops nothing. Whoever deploys needs
 * `roles/billing.costsManager` on the billing account.
 *
 * @example
 * new ProjectBudget(stack, 'budget', { billingAccount: '012345-6789AB-CDEF01', amount: 20_000 });
 * @see https://cloud.google.com/billing/docs/how-to/budgets
 */
export class ProjectBudget extends Construct {
  constructor(scope: Construct, id: string, props: ProjectBudgetProps) {
    super(scope, ownId(scope, id));
    const { billingAccount, amount, percents = [50, 90, 100], channels = {} } = props;
    const project = projectOf(this, props.project);
    const monitoringNotificationChannels = boundChannels(this, channels, project);
    new google.BillingBudget(this, 'Resource', {
      ...{ billingAccount, displayName: nameOf(this) },
      budgetFilter: { projects: [`projects/${project}`], calendarPeriod: 'MONTH' },
      amount: { specifiedAmount: { units: `${amount}` } },
      thresholdRules: percents.map((percent) => ({ thresholdPercent: percent / 100 })),
      allUpdatesRule: monitoringNotificationChannels.length > 0 ? { monitoringNotificationChannels } : undefined,
      dependsOn: requireServices(this, project, ['billingbudgets']),
    });
  }
}
