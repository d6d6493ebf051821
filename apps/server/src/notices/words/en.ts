import type { Words } from './words.ts'

const amount = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

export const EN: Words = {
  somebody: 'Somebody',
  oneOfYours: (kind) => `one of your ${kind ?? 'record'}s`,
  together: (name, others) => (others === 0 ? name : `${name} and ${amount(others, 'other', 'others')}`),
  invitationAccepted: (name) => `${name} accepted your invitation`,
  joined: (names) => `${names} joined your account`,
  waiting: (names, others) => `${names} ${others === 0 ? 'waits' : 'wait'} to be admitted to your account`,
  secondFactorWanted: (actor) => `${actor} asks you to set up two-factor authentication`,
  expertAssigned: ({ actor, record }) => `${actor} made you an expert of ${record}`,
  ownerAssigned: ({ actor, record }) => `${actor} made you the owner of ${record}`,
  handedOver: ({ giver, record, amount }) =>
    `${amount === 1 ? record : `${amount} records`} of ${giver} ${amount === 1 ? 'was' : 'were'} handed over to you`,
  levelChanged: (actor, level) => `${actor} changed your level to ${level ?? 'another one'}`,
  recordDeleted: ({ actor, record }) => `${actor} deleted ${record}`,
  recordRestored: ({ actor, record }) => `${actor} restored ${record}`,
  recordChanged: ({ actor, record }) => `${actor} changed ${record}`,
  andMore: (sentence, others) => `${sentence}, and ${others} more`,
  furtherNotifications: (others) =>
    `There ${others === 1 ? 'is 1 more notification' : `are ${others} more notifications`}.`,
  changedBy: (record, people) => `${record}: changed by ${people}`,
  summary: ({ notifications, unread, records }) =>
    [
      notifications > 0 && `${amount(notifications, 'notification', 'notifications')} (${unread} unread)`,
      records > 0 && `${amount(records, 'changed record', 'changed records')}`,
    ]
      .filter(Boolean)
      .join(', '),
  further: (others) => `and ${others} more`,
  unsubscribe: {
    title: 'Stop these mails',
    question: {
      email: 'Should Cairn stop mailing you your notifications?',
      weekly_digest: 'Should Cairn stop mailing you the weekly digest?',
    },
    button: 'Stop these mails',
    done: 'You will not get these mails any more.',
    broken: 'This link does not work any more. You can stop mails in your settings.',
    settings: 'Notification settings',
  },
}
