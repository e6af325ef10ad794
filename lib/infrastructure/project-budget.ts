import type { Construct } from 'constructs';
import { guideAtSynth } from '../core/contracts/guide';
import { holdsTerraformValue } from '../core/names/terraform-value';
import { boundsProblems, countProblems, ownId, problem, refuseValues, type Problem } from '../core/problems';
import { attributeOf, google } from './google';
import { boundChannels, type NotificationChannels } from './monitoring/notification-channel';
import { requireServices } from './project-services';
import { ResourceConstruct } from './resource-construct';
import { nameOf, projectOf } from './stack-context';

export interface ProjectBudgetProps {
  /** The billing account of the project, such as `012345-6789AB-CDEF01`. */
  readonly billingAccount: string;
  /** The amount of a calendar month, in whole units of the account's currency. */
  readonly amount: number;
  /** The percents of the amount at which the administrators of the account get mail. @default [50, 90, 100] */
  readonly percents?: readonly number[];
  /** Up to 5 further channels by mail that are told, such as those of a `ClusterMonitoring`. Refused: other kinds of channel. @default {} */
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
 * @see https://cloud.google.com/docs/quotas/quota-project
 */
export class ProjectBudget extends ResourceConstruct {
  constructor(scope: Construct, id: string, props: ProjectBudgetProps) {
    super(scope, ownId(scope, id));
    const { billingAccount, amount, percents = [50, 90, 100], channels = {} } = props;
    const wrongAmount = boundsProblems('budget-amount', { amount }, { least: 1 });
    refuseValues(this, accountProblems(billingAccount), wrongAmount, channelProblems(channels));
    const project = projectOf(this, props.project);
    const monitoringNotificationChannels = boundChannels(this, channels, project);
    const dependsOn = requireServices(this, project, ['billingbudgets']);
    // Google keeps the number. With the id each plan would change the budget.
    const found = new google.DataGoogleProject(this, 'project', { projectId: project, dependsOn });
    const variables = `\`USER_PROJECT_OVERRIDE=true\` and \`GOOGLE_BILLING_PROJECT=${project}\``;
    const text = `Set ${variables} before Terraform runs, unless it runs as a service account: the Budget API takes no requests of people without them.`;
    guideAtSynth(this, () => [{ phase: 'before', text }]);
    new google.BillingBudget(this, 'Resource', {
      ...{ billingAccount, displayName: nameOf(this) },
      budgetFilter: { projects: [`projects/${attributeOf(found, 'number')}`], calendarPeriod: 'MONTH' },
      amount: { specifiedAmount: { units: `${amount}` } },
      thresholdRules: percents.map((percent) => ({ thresholdPercent: percent / 100 })),
      allUpdatesRule: monitoringNotificationChannels.length > 0 ? { monitoringNotificationChannels } : undefined,
      dependsOn,
    });
  }
}

function* accountProblems(account: string): Generator<Problem> {
  if (/^[\dA-F]{6}(-[\dA-F]{6}){2}$/.test(account) || holdsTerraformValue(account)) return;
  const message = `billingAccount ${JSON.stringify(account)} is not the number of an account`;
  const fix = 'use its number, such as 012345-6789AB-CDEF01, which `gcloud billing accounts list` shows';
  yield problem('budget-account', 'billingAccount', message, fix);
}

function* channelProblems(channels: NotificationChannels): Generator<Problem> {
  yield* countProblems('budget-channel', 'channels', Object.keys(channels).length, 5);
  for (const [name, { type }] of Object.entries(channels)) {
    if (type === 'email') continue;
    const message = `Cloud Billing tells no channel of the type ${type}, such as "${name}"`;
    yield problem('budget-channel', 'channels', message, 'give channels by NotificationChannel.email(…) alone');
  }
}
