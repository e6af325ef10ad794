import type { MonitoringNotificationChannelConfig } from '@cdktf/provider-google/lib/monitoring-notification-channel';
import { TerraformVariable } from 'cdktf';
import { Construct } from 'constructs';
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

  /** Makes the channel, and the variable of its token. @returns the name by which alerts refer to it, and its variable. @internal */
  bind(scope: Construct, name: string, project: string): { readonly id: string; readonly variable?: string } {
    const at = new Construct(scope, name);
    const variable = this.secret === undefined ? undefined : `${name}_token`;
    const sensitiveLabels = this.secret && variable && { [this.secret]: tokenOf(at, variable, this.type) };
    const config: MonitoringNotificationChannelConfig = {
      ...{ project, type: this.type, displayName: name, labels: { ...this.labels }, forceDelete: true },
      ...(sensitiveLabels && { sensitiveLabels }),
      dependsOn: requireServices(scope, project, ['monitoring']),
    };
    return { id: new google.MonitoringNotificationChannel(at, 'Resource', config).id, variable };
  }
}

function tokenOf(scope: Construct, name: string, type: string): string {
  const description = `Token of the notification channel for ${type}`;
  const variable = new TerraformVariable(scope, 'token', { type: 'string', sensitive: true, description });
  variable.overrideLogicalId(name);
  return variable.stringValue;
}
