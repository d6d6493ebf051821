import type { Words } from './words.ts'

const amount = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

const LEVELS: ReadonlyMap<string, string> = new Map([
  ['viewer', 'Lesen'],
  ['user', 'Bearbeiten'],
  ['manager', 'Verwaltung'],
  ['admin', 'Administration'],
])

const ONE_OF_YOURS: ReadonlyMap<string, string> = new Map([
  ['system', 'eines Ihrer Systeme'],
  ['solution', 'eine Ihrer Lösungen'],
  ['agent', 'einen Ihrer Agenten'],
  ['automation', 'eine Ihrer Automatisierungen'],
  ['article', 'einen Ihrer Artikel'],
])

export const DE: Words = {
  somebody: 'Jemand',
  oneOfYours: (kind) => ONE_OF_YOURS.get(kind ?? '') ?? 'einen Ihrer Einträge',
  together: (name, others) =>
    others === 0 ? name : `${name} und ${amount(others, 'weitere Person', 'weitere Personen')}`,
  invitationAccepted: (name) => `${name} hat Ihre Einladung angenommen`,
  joined: (names, others) => `${names} ${others === 0 ? 'ist' : 'sind'} Ihrem Konto beigetreten`,
  waiting: (names, others) => `${names} ${others === 0 ? 'wartet' : 'warten'} auf die Aufnahme in Ihr Konto`,
  secondFactorWanted: (actor) => `${actor} bittet Sie, die Zwei-Faktor-Authentifizierung einzurichten`,
  expertAssigned: ({ actor, record }) => `${actor} hat Sie als Fachperson eingetragen für ${record}`,
  ownerAssigned: ({ actor, record }) => `${actor} hat Ihnen die Verantwortung übertragen für ${record}`,
  handedOver: ({ giver, record, amount }) =>
    `Ihnen ${amount === 1 ? `wurde ${record}` : `wurden ${amount} Einträge`} übergeben, bisher bei ${giver}`,
  levelChanged: (actor, level) =>
    level === undefined
      ? `${actor} hat Ihre Stufe geändert`
      : `${actor} hat Ihre Stufe geändert: ${LEVELS.get(level) ?? level}`,
  recordDeleted: ({ actor, record }) => `${actor} hat ${record} gelöscht`,
  recordRestored: ({ actor, record }) => `${actor} hat ${record} wiederhergestellt`,
  recordChanged: ({ actor, record }) => `${actor} hat ${record} geändert`,
  andMore: (sentence, others) => `${sentence}, und ${others} mehr`,
  furtherNotifications: (others) =>
    `Es gibt ${amount(others, 'weitere Benachrichtigung', 'weitere Benachrichtigungen')}.`,
  changedBy: (record, people) => `${record}: geändert von ${people}`,
  summary: ({ notifications, unread, records }) =>
    [
      notifications > 0 &&
        `${amount(notifications, 'Benachrichtigung', 'Benachrichtigungen')} (${unread} ungelesen)`,
      records > 0 && amount(records, 'geänderter Eintrag', 'geänderte Einträge'),
    ]
      .filter(Boolean)
      .join(', '),
  further: (others) => `und ${others} mehr`,
  unsubscribe: {
    title: 'Diese E-Mails abbestellen',
    question: {
      email: 'Soll Cairn Ihnen keine Benachrichtigungen mehr per E-Mail schicken?',
      weekly_digest: 'Soll Cairn Ihnen keinen Wochenüberblick mehr schicken?',
    },
    button: 'Diese E-Mails abbestellen',
    done: 'Sie erhalten diese E-Mails nicht mehr.',
    broken: 'Dieser Link funktioniert nicht mehr. Abbestellen können Sie E-Mails in Ihren Einstellungen.',
    settings: 'Benachrichtigungseinstellungen',
  },
}
