import type { Words } from './words.ts'

/** Zero counts as one. */
const amount = (count: number, one: string, many: string) => `${count} ${count <= 1 ? one : many}`

const LEVELS: ReadonlyMap<string, string> = new Map([
  ['viewer', 'Lecture'],
  ['user', 'Édition'],
  ['manager', 'Gestion'],
  ['admin', 'Administration'],
])

const ONE_OF_YOURS: ReadonlyMap<string, string> = new Map([
  ['system', 'l’un de vos systèmes'],
  ['solution', 'l’une de vos solutions'],
  ['agent', 'l’un de vos agents'],
  ['automation', 'l’une de vos automatisations'],
  ['article', 'l’un de vos articles'],
])

/** The narrow space that French has before these signs. */
const COLON = '\u202f:'

export const FR: Words = {
  somebody: 'Quelqu’un',
  oneOfYours: (kind) => ONE_OF_YOURS.get(kind ?? '') ?? 'l’une de vos fiches',
  together: (name, others) =>
    others === 0 ? name : `${name} et ${amount(others, 'autre personne', 'autres personnes')}`,
  invitationAccepted: (name) => `${name} a accepté votre invitation`,
  joined: (names, others) => `${names} ${others === 0 ? 'a' : 'ont'} rejoint votre compte`,
  waiting: (names, others) => `${names} ${others === 0 ? 'attend' : 'attendent'} d’entrer dans votre compte`,
  secondFactorWanted: (actor) => `${actor} vous demande de configurer l’authentification à deux facteurs`,
  expertAssigned: ({ actor, record }) => `${actor} vous a confié un rôle de spécialiste${COLON} ${record}`,
  ownerAssigned: ({ actor, record }) => `${actor} vous a confié une responsabilité${COLON} ${record}`,
  handedOver: ({ giver, record, amount }) =>
    `On vous a transmis ${amount === 1 ? record : `${amount} fiches`}, auparavant avec ${giver}`,
  levelChanged: (actor, level) =>
    level === undefined
      ? `${actor} a modifié votre niveau`
      : `${actor} a modifié votre niveau${COLON} ${LEVELS.get(level) ?? level}`,
  recordDeleted: ({ actor, record }) => `${actor} a supprimé ${record}`,
  recordRestored: ({ actor, record }) => `${actor} a restauré ${record}`,
  recordChanged: ({ actor, record }) => `${actor} a modifié ${record}`,
  andMore: (sentence, others) => `${sentence}, et ${amount(others, 'autre', 'autres')}`,
  furtherNotifications: (others) => `Il y a ${amount(others, 'autre notification', 'autres notifications')}.`,
  changedBy: (record, people) => `${record}${COLON} modifications par ${people}`,
  summary: ({ notifications, unread, records }) =>
    [
      notifications > 0 &&
        `${amount(notifications, 'notification', 'notifications')} (dont ${amount(unread, 'non lue', 'non lues')})`,
      records > 0 && amount(records, 'fiche modifiée', 'fiches modifiées'),
    ]
      .filter(Boolean)
      .join(', '),
  further: (others) => `et ${amount(others, 'autre', 'autres')}`,
  unsubscribe: {
    title: 'Arrêter ces e-mails',
    question: {
      email: 'Cairn doit-il cesser de vous envoyer vos notifications par e-mail\u202f?',
      weekly_digest: 'Cairn doit-il cesser de vous envoyer le résumé hebdomadaire\u202f?',
    },
    button: 'Arrêter ces e-mails',
    done: 'Vous ne recevrez plus ces e-mails.',
    broken: 'Ce lien ne fonctionne plus. Vous pouvez arrêter les e-mails dans vos paramètres.',
    settings: 'Paramètres de notification',
  },
}
