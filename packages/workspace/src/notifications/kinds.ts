import { back, failing, late } from './heartbeat-words.ts'
import { expiring } from './token-words.ts'
import type { Translate } from './translate.ts'

/**
 * The facts of an event that its sentence needs. Names are as the reader sees them; a field that a kind does not have
 * is null or empty.
 */
interface Happening {
  actor: string
  /** Whether the actor is known by name, and is not the previous owner of the records handed over. */
  actorNamed: boolean
  record: string | null
  /** The kind and the number of the records, where the event is about several records instead of one. */
  many: { kind: string | null; amount: number } | null
  newcomer: string
  /** The number of further newcomers. */
  others: number
  /** The label of the new level. */
  level: string | null
  /** The previous owner of the records handed over, and how many records they are. */
  giver: string
  amount: number
  /** The first few names of the reader's records that depended on the record. */
  dependents: readonly string[]
  /** The view that the event is about: how many records came into it, and how many left it. */
  view: { name: string; came: number; went: number } | null
  /** The day on which a contract renews or ends, the first of several; and in how many days, where that is known. */
  renewal: { date: string; inDays: number | null } | null
  /** When the late automation or agent last reported, in the reader's date format. */
  silentSince: string | null
  /** For how long the recovered automation or agent was late or failing. */
  awaySeconds: number | null
  /** The token that expires: when it does, when and from where it was last used, in the reader's date format. */
  token: { name: string; ends: string; lastUsed: string | null; network: string | null } | null
  /** The name of a service account. */
  serviceAccount: string | null
}

interface NotificationRow {
  /** Returns the full sentence with its period; for screen, mail and digest. */
  sentence(happening: Happening, t: Translate): string
  /** The place with more details for the reader. */
  leadsTo: 'record' | 'person' | 'admission' | 'profile' | 'view' | 'archive' | 'webhooks' | 'tokens' | 'list'
}

const named = ({ record, many }: Happening, t: Translate): string =>
  many ? counted(many, t) : (record ?? t('a record'))

/** The count in the form that every sentence takes: in German, for one, the word before it takes the accusative. */
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
  // The records that were handed over are listed below the sentence.
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

/** Whether this version of the app has a sentence for a kind. */
export function isNotificationKind(text: string): text is NotificationKind {
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

/** The actor may have been the previous owner, who has left: then only the previous owner is named. */
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

/** The sentence still holds when it is read days later, or after the day itself. */
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
