import { TerraformStack, TerraformVariable } from 'cdktf';
import { Construct, type IConstruct } from 'constructs';
import { guideAtSynth } from '../../core/contracts/guide';
import { ownId, problem, takeOnce, type Problem } from '../../core/problems';
import { google } from '../google';
import { requireServices } from '../project-services';

type Secret = 'authToken' | 'serviceKey' | 'password';
type Labels = Readonly<Record<string, string>>;
/** Channels by their names: lower-case letters, digits and `_`. One object in several places is one channel. */
export type NotificationChannels = Readonly<Record<string, NotificationChannel>>;

/**
 * A way to tell somebody of an alert. Tokens are variables of Terraform, so no file of this program has them.
 *
 * @see https://cloud.google.com/monitoring/support/notification-options
 */
export class NotificationChannel {
  declare readonly '~type': 'NotificationChannel';

  /** Mail to one address, such as `oncall@acme.com`. */
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

  /** Requests to a URL, with a user's name and password. The password is the variable `<name>_token`. */
  static webhook(url: string, username: string): NotificationChannel {
    return new NotificationChannel('webhook_basicauth', { url, username }, 'password');
  }

  /** Messages to a topic of Pub/Sub, such as `projects/acme-ml/topics/alerts`. Let the service agent of Cloud Monitoring publish to it. */
  static pubSub(topic: string): NotificationChannel {
    return new NotificationChannel('pubsub', { topic });
  }

  private readonly made: { readonly stack: TerraformStack; readonly project: string; readonly id: string }[] = [];
  private readonly tokens = new Map<TerraformStack, TerraformVariable>();

  private constructor(
    /** The type in Cloud Monitoring's words, such as `email`. */
    readonly type: string,
    private readonly labels: Labels,
    private readonly secret?: Secret,
  ) {}

  /** Makes the channel, once in a project, and the variable of its token, once in a stack. @returns the name by which alerts refer to it @internal */
  bind(scope: Construct, name: string, project: string): string {
    const { type, labels, secret } = this;
    const stack = TerraformStack.of(scope);
    const existing = this.made.find((each) => each.stack === stack && each.project === project);
    if (existing) return existing.id;
    const at = new Construct(scope, ownId(scope, name));
    const token = secret && (this.tokens.get(stack) ?? tokenOf(at, name));
    if (token) this.tokens.set(stack, token);
    const { id } = new google.MonitoringNotificationChannel(at, 'Resource', {
      ...{ project, type, displayName: name, labels: { ...labels }, forceDelete: true },
      sensitiveLabels: secret && { [secret]: token?.stringValue },
      dependsOn: requireServices(scope, project, ['monitoring']),
    });
    this.made.push({ stack, project, id });
    return id;
  }
}

function tokenOf(channel: Construct, name: string): TerraformVariable {
  const token = new TerraformVariable(channel, 'token', { type: 'string', sensitive: true });
  token.overrideLogicalId(`${name}_token`);
  takeOnce(channel, [TerraformStack.of(channel).node.path, `${name}_token`], (other) => tokenTaken(name, other));
  const text = `Set \`TF_VAR_${name}_token\` to the token of the notification channel \`${name}\` before Terraform runs.`;
  guideAtSynth(channel, () => [{ phase: 'before', text }]);
  return token;
}

function tokenTaken(name: string, other: IConstruct): Problem {
  const message = `${other.node.path} is another channel "${name}", and both would have the token of one variable`;
  return problem('channel-name', 'channels', message, 'give one of them another name, or both places the same object');
}

/** The names by which alerts refer to channels. */
export function boundChannels(scope: Construct, channels: NotificationChannels, project: string): string[] {
  return Object.entries(channels).map(([name, channel]) => channel.bind(scope, name, project));
}
