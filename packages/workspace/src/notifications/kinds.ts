import { back, failing, late } from './heartbeat-words.ts'
import { expiring } from './token-words.ts'
import type { Translate } from './translate.ts'

/** What of an event a sentence needs. Names are as the reader is shown them; what a kind does not have is null or empty. */
interface Happening {
  actor: string
  /** Whether the actor is known by name, and is not the giver of what was handed over. */
  actorNamed: boolean
  record: string | null
  /** What it tells of instead, where it tells of several at once: what they are, and how many. */
  many: { kind: string | null; amount: number } | null
  newcomer: string
  /** How many newcomers it tells of besides. */
  others: number
  /** The new level, as it is called. */
  level: string | null
  /** Whose it was that was handed over, and how many records. */
  giver: string
  amount: number
  /** What of the reader's depended on the record: the first few names. */
  dependents: readonly string[]
  /** The view that it tells of: how many records came into it, and how many left it. */
  view: { name: string; came: number; went: number } | null
  /** The day on which a contract renews or ends, the first of several; in how many days, where that is known. */
  renewal: { date: string; inDays: number | null } | null
  /** When an automation or agent that is late last reported, as the reader writes it. */
  silentSince: string | null
  /** For how long one was late or failed that is back. */
  awaySeconds: number | null
  /** A token that ends, when it does and when it was last used, as the reader writes it, and from where. */
  token: { name: string; ends: string; lastUsed: string | null; network: string | null } | null
  /** The name of a service account. */
  serviceAccount: string | null
}

interface NotificationRow {
  /** What happened, with its full stop; for screen, mail and digest. */
  sentence(happening: Happening, t: Translate): string
  /** Where the reader sees more. */
  leadsTo: 'record' | 'person' | 'admission' | 'profile' | 'view' | 'archive' | 'webhooks' | 'tokens' | 'list'
}

const named = ({ record, many }: Happening, t: Translate): string =>
  many ? counted(many, t) : (record ?? t('a record'))

/** As every sentence takes it: in German, for one, what stands before it asks for the accusative. */
function counted({ kind, amount: count }: NonNullable<Happening['many']>, t: Translate): string {
  switch (kind) {
    case 'system':
      return t('{{count}} systems', { count, defaultValue_one: '{{count}} system' })
    case 'automation':
      return t('{{count}} automations', { count, defaultValue_one: '{{count}} automation' })
    case 'agent':
      return t('{{count}} agents', { count, defaultValue_one: '{{count}} agent' })
    case 'solution':
      return t('{{count}} solutions', { count, defaultValue_one: '{{count}} solution' })
    case 'article':
      return t('{{count}} articles', { count, defaultValue_one: '{{count}} article' })
    default:
      return t('{{count}} records', { count, defaultValue_one: '{{count}} record' })
  }
}

const heartbeatOf = (happening: Happening, t: Translate) => ({
  record: named(happening, t),
  isOfMany: happening.many !== null,
  since: happening.silentSince,
  awaySeconds: happening.awaySeconds ?? 0,
})

/** Every kind of notification: its sentence, and where it leads. */
export const NOTIFICATIONS = {
  invitation_accepted: {
    sentence: ({ newcomer }, t) => t('{{name}} accepted your invitation.', { name: newcomer }),
    leadsTo: 'person',
  },
  member_joined: { sentence: joined, leadsTo: 'person' },
  newcomer_waiting: { sentence: waiting, leadsTo: 'admission' },
  expert_assigned: {
    sentence: (happening, t) =>
      t('{{actor}} made you an expert of {{record}}.', {
        actor: happening.actor,
        record: named(happening, t),
      }),
    leadsTo: 'record',
  },
  owner_assigned: {
    sentence: (happening, t) =>
      t('{{actor}} made you the owner of {{record}}.', {
        actor: happening.actor,
        record: named(happening, t),
      }),
    leadsTo: 'record',
  },
  level_changed: {
    sentence: ({ actor, level }, t) =>
      level === null
        ? t('{{actor}} changed your level.', { actor })
        : t('{{actor}} changed your level to {{level}}.', { actor, level }),
    leadsTo: 'profile',
  },
  record_changed: {
    sentence: (happening, t) =>
      t('{{actor}} changed {{record}}.', { actor: happening.actor, record: named(happening, t) }),
    leadsTo: 'record',
  },
  record_deleted: { sentence: deleted, leadsTo: 'list' },
  record_restored: {
    sentence: (happening, t) =>
      t('{{actor}} restored {{record}}.', { actor: happening.actor, record: named(happening, t) }),
    leadsTo: 'record',
  },
  dependency_deleted: {
    sentence: (happening, t) =>
      happening.dependents.length === 0
        ? deleted(happening, t)
        : t('{{actor}} deleted {{record}}, which {{dependents}} depended on.', {
            actor: happening.actor,
            record: named(happening, t),
            dependents: happening.dependents.join(', '),
          }),
    leadsTo: 'list',
  },
  second_factor_wanted: {
    sentence: ({ actor }, t) => t('{{actor}} asks you to set up two-factor authentication.', { actor }),
    leadsTo: 'profile',
  },
  // What was handed over is listed below the sentence.
  handed_over: { sentence: handedOver, leadsTo: 'list' },
  view_changed: { sentence: viewChanged, leadsTo: 'view' },
  renewal_due: { sentence: renewing, leadsTo: 'record' },
  heartbeat_late: { sentence: (happening, t) => late(heartbeatOf(happening, t), t), leadsTo: 'record' },
  heartbeat_failing: { sentence: (happening, t) => failing(heartbeatOf(happening, t), t), leadsTo: 'record' },
  heartbeat_back: { sentence: (happening, t) => back(heartbeatOf(happening, t), t), leadsTo: 'record' },
  webhook_paused: {
    sentence: (_, t) =>
      t('A webhook of your account was paused, because its receiver no longer takes what is sent.'),
    leadsTo: 'webhooks',
  },
  token_expires: { sentence: ({ token }, t) => expiring(token, t), leadsTo: 'tokens' },
  ended_token_used: {
    sentence: ({ token }, t) =>
      t('The API token {{name}}, which has ended, was used from {{network}}. Find out who still uses it.', {
        name: token?.name ?? '',
        network: token?.network ?? '',
      }),
    leadsTo: 'tokens',
  },
  service_account_given: {
    sentence: ({ actor, serviceAccount }, t) =>
      t('{{actor}} made you the owner of the service account {{name}}. Rotate its tokens to use them.', {
        actor,
        name: serviceAccount ?? '',
      }),
    leadsTo: 'tokens',
  },
  suggestion_made: {
    sentence: (happening, t) =>
      t('An assistant of {{actor}} suggests an edit of {{record}}.', {
        actor: happening.actor,
        record: named(happening, t),
      }),
    leadsTo: 'record',
  },
  archive_ready: { sentence: (_, t) => t('The archive of your account is ready.'), leadsTo: 'archive' },
} as const satisfies Record<string, NotificationRow>

export type NotificationKind = keyof typeof NOTIFICATIONS

export const NOTIFICATION_KINDS = Object.keys(NOTIFICATIONS).filter(isNotificationKind)

function isNotificationKind(text: string): text is NotificationKind {
  return Object.hasOwn(NOTIFICATIONS, text)
}

function joined({ newcomer, others }: Happening, t: Translate): string {
  if (others === 0) return t('{{name}} joined your account.', { name: newcomer })
  return t('{{name}} and {{count}} others joined your account.', {
    name: newcomer,
    count: others,
    defaultValue_one: '{{name}} and {{count}} other joined your account.',
  })
}

function waiting({ newcomer, others }: Happening, t: Translate): string {
  if (others === 0) return t('{{name}} is waiting to be admitted to your account.', { name: newcomer })
  return t('{{name}} and {{count}} others are waiting to be admitted to your account.', {
    name: newcomer,
    count: others,
    defaultValue_one: '{{name}} and {{count}} other are waiting to be admitted to your account.',
  })
}

function deleted(happening: Happening, t: Translate): string {
  return t('{{actor}} deleted {{record}}.', { actor: happening.actor, record: named(happening, t) })
}

/** The actor may have been the giver, who has left: then only the giver is named. */
function handedOver({ actor, actorNamed, record, giver, amount }: Happening, t: Translate): string {
  if (record !== null && actorNamed)
    return t('{{actor}} handed over {{record}} from {{giver}} to you.', { actor, record, giver })
  if (record !== null) return t('{{giver}} handed {{record}} over to you.', { giver, record })
  if (actorNamed)
    return t('{{actor}} handed over {{count}} records from {{giver}} to you.', {
      actor,
      giver,
      count: amount,
      defaultValue_one: '{{actor}} handed over {{count}} record from {{giver}} to you.',
    })
  return t('{{giver}} handed {{count}} records over to you.', {
    giver,
    count: amount,
    defaultValue_one: '{{giver}} handed {{count}} record over to you.',
  })
}

function viewChanged({ view }: Happening, t: Translate): string {
  const { name, came, went } = view ?? { name: t('a view'), came: 0, went: 0 }
  if (went === 0)
    return t('{{count}} records have come into “{{view}}”.', {
      view: name,
      count: came,
      defaultValue_one: '{{count}} record has come into “{{view}}”.',
    })
  if (came === 0)
    return t('{{count}} records have left “{{view}}”.', {
      view: name,
      count: went,
      defaultValue_one: '{{count}} record has left “{{view}}”.',
    })
  return t('Records of “{{view}}” have changed: {{came}} came in, {{went}} left.', { view: name, came, went })
}

/** Read days later, or after the day itself, it is still true. */
function renewing(happening: Happening, t: Translate): string {
  const { many, renewal } = happening
  const record = named(happening, t)
  const date = renewal?.date ?? ''
  if (many !== null)
    return t('Contracts of {{record}} renew or end, the first on {{date}}.', { record, date })
  const inDays = renewal?.inDays ?? -1
  if (inDays < 0) return t('The contract of {{record}} renews or ends on {{date}}.', { record, date })
  if (inDays === 0) return t('The contract of {{record}} renews or ends today.', { record })
  return t('The contract of {{record}} renews or ends on {{date}}, in {{count}} days.', {
    record,
    date,
    count: inDays,
    defaultValue_one: 'The contract of {{record}} renews or ends on {{date}}, in {{count}} day.',
  })
}
