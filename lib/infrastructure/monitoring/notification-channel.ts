import { TerraformVariable } from 'cdktf';
import { Construct } from 'constructs';
import type { GuideStep } from '../../core/contracts/guide';
import { google } from '../google';
import { requireServices } from '../project-services';

type Secret = 'authToken' | 'serviceKey' | 'password';
type Labels = Readonly<Record<string, string>>;

/**
 * A way to tell somebody of an alert. Tokens are variables of Terraform, so no file of this program has them.
 *
 * @see https://cloud.google.com/monitoring/support/notification-options
 */
export class NotificationChannel {
  declare readonly '~type': 'NotificationChannel';

  /** Mail to one address. */
  static email(address: string): NotificationChannel {
    return new NotificationChannel('email', { email_address: address });
  }

  /** Messages to a channel of Slack. The token is the variable `<name>_token`. */
  static slack(channel: string): NotificationChannel {
    return new NotificationChannel('slack', { channel_name: channel }, 'authToken');
  }

  /** Incidents of a service of PagerDuty. Its integration key is the variable `<name>_token`. */
  static pagerDuty(): NotificationChannel {
    return new NotificationChannel('pagerduty', {}, 'serviceKey');
  }

  /** Requests to an address, with a user's name and password. The password is the variable `<name>_token`. */
  static webhook(url: string, username: string): NotificationChannel {
    return new NotificationChannel('webhook_basicauth', { url, username }, 'password');
  }

  /** Messages to a topic of Pub/Sub. Let the service agent of Cloud Monitoring publish to it. */
  static pubSub(topic: string): NotificationChannel {
    return new NotificationChannel('pubsub', { topic });
  }

  private constructor(
    private readonly type: string,
    private readonly labels: Labels,
    private readonly secret?: Secret,
  ) {}

  /** Makes the channel, and the variable of its token. @returns the name by which alerts refer to it, and its steps. @internal */
  bind(scope: Construct, name: string, project: string): { readonly id: string; readonly steps: readonly GuideStep[] } {
    const { type, labels, secret } = this;
    const at = new Construct(scope, name);
    const common = { project, type, displayName: name, labels: { ...labels }, forceDelete: true };
    const config = { ...common, dependsOn: requireServices(scope, project, ['monitoring']) };
    if (secret === undefined)
      return { id: new google.MonitoringNotificationChannel(at, 'Resource', config).id, steps: [] };
    const token = new TerraformVariable(at, 'token', { type: 'string', sensitive: true });
    token.overrideLogicalId(`${name}_token`);
    const sensitiveLabels = { [secret]: token.stringValue };
    const text = `Set \`TF_VAR_${name}_token\` to the token of the notification channel \`${name}\` before Terraform runs.`;
    return {
      id: new google.MonitoringNotificationChannel(at, 'Resource', { ...config, sensitiveLabels }).id,
      steps: [{ phase: 'before', text }],
    };
  }
}
