import { type Phrase, phrase } from '@cairn/workspace/lib/phrase'
import type {
  WebhookEvent,
  WebhookFailure,
  WebhookFormat,
  WebhookPause,
} from '@cairn/workspace/port/webhooks'

/** The names of the events. */
export const EVENT_WORDS: Readonly<Record<WebhookEvent | 'test', Phrase>> = {
  'record.created': phrase('Record added'),
  'record.changed': phrase('Record changed'),
  'record.deleted': phrase('Record deleted'),
  'record.restored': phrase('Record restored'),
  'owner.changed': phrase('Owner changed'),
  'handover.asked': phrase('Handover asked for'),
  'handover.answered': phrase('Handover answered'),
  'member.joined': phrase('Member joined'),
  'member.left': phrase('Member left'),
  'run.late': phrase('Run is late'),
  'run.failed': phrase('Run failed'),
  'run.back': phrase('Runs are back'),
  test: phrase('Test'),
}

/** The events in groups, as the form offers them. */
export const EVENT_GROUPS: readonly { title: Phrase; events: readonly WebhookEvent[] }[] = [
  {
    title: phrase('Records'),
    events: ['record.created', 'record.changed', 'record.deleted', 'record.restored'],
  },
  { title: phrase('Owners and handovers'), events: ['owner.changed', 'handover.asked', 'handover.answered'] },
  { title: phrase('Runs of automations and agents'), events: ['run.late', 'run.failed', 'run.back'] },
  { title: phrase('Members'), events: ['member.joined', 'member.left'] },
]

interface FormatWords {
  label: Phrase
  /** The instruction where to find the URL. */
  hint: Phrase
  /** An example of such a URL. */
  example: string
}

export const FORMAT_WORDS: Readonly<Record<WebhookFormat, FormatWords>> = {
  standard: {
    label: phrase('Standard'),
    hint: phrase(
      'For a program of your own: signed JSON, after Standard Webhooks. Enter the address where it listens.',
    ),
    example: 'https://inventory.example.com/hooks/cairn',
  },
  slack: {
    label: phrase('Slack'),
    hint: phrase(
      'In Slack, add an “Incoming Webhook” to an app of yours, choose the channel, and paste the webhook URL here.',
    ),
    example: 'https://hooks.slack.com/services/…',
  },
  teams: {
    label: phrase('Teams'),
    hint: phrase(
      'In Teams, open “Workflows” of the channel, choose the one that posts when a webhook request is received, and paste its URL here.',
    ),
    example: 'https://….logic.azure.com/workflows/…',
  },
  discord: {
    label: phrase('Discord'),
    hint: phrase(
      'In Discord, open “Integrations” in the settings of the channel, create a webhook, and paste its URL here.',
    ),
    example: 'https://discord.com/api/webhooks/…',
  },
}

interface PauseWords {
  reason: Phrase
  /** The advice what to do about it. */
  advice: Phrase
}

export const PAUSE_WORDS: Readonly<Record<WebhookPause, PauseWords>> = {
  by_hand: {
    reason: phrase('It was paused by hand.'),
    advice: phrase(
      'It receives no events in the meantime. Events that waited before are sent once it is resumed.',
    ),
  },
  gone: {
    reason: phrase('Its receiver answered 410: nobody listens at this address any more.'),
    advice: phrase(
      'Correct the address if it has moved, then resume. If nobody needs it any more, delete the webhook.',
    ),
  },
  failing: {
    reason: phrase('Nothing could be delivered for three days.'),
    advice: phrase(
      'See in the log what the receiver answers, and put that right. Once a test is delivered, resume.',
    ),
  },
}

export const FAILURE_WORDS: Readonly<Record<WebhookFailure, Phrase>> = {
  answer: phrase('The receiver refused it.'),
  redirect: phrase(
    'The receiver sends elsewhere, which is not followed. Enter the address that it leads to.',
  ),
  too_slow: phrase('The receiver took too long. It should answer at once, and work afterwards.'),
  unreachable: phrase('The receiver could not be reached.'),
  unknown_host: phrase('No computer has the name in the address.'),
  certificate: phrase('The certificate of the receiver is not valid.'),
  address_refused: phrase(
    'The address is not on the public internet, and the operator of this Cairn has not allowed it.',
  ),
  unsigned: phrase('This Cairn could not sign it. Rotate the secret.'),
}
