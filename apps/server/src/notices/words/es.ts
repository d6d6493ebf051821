import type { Words } from './words.ts'

const amount = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

const LEVELS: ReadonlyMap<string, string> = new Map([
  ['viewer', 'Lectura'],
  ['user', 'Edición'],
  ['manager', 'Gestión'],
  ['admin', 'Administración'],
])

const ONE_OF_YOURS: ReadonlyMap<string, string> = new Map([
  ['system', 'uno de tus sistemas'],
  ['solution', 'una de tus soluciones'],
  ['agent', 'uno de tus agentes'],
  ['automation', 'una de tus automatizaciones'],
  ['article', 'uno de tus artículos'],
])

export const ES: Words = {
  somebody: 'Alguien',
  oneOfYours: (kind) => ONE_OF_YOURS.get(kind ?? '') ?? 'uno de tus registros',
  together: (name, others) =>
    others === 0 ? name : `${name} y ${amount(others, 'persona', 'personas')} más`,
  invitationAccepted: (name) => `${name} ha aceptado tu invitación`,
  joined: (names, others) => `${names} ${others === 0 ? 'se ha' : 'se han'} unido a tu cuenta`,
  waiting: (names, others) =>
    `${names} ${others === 0 ? 'espera' : 'esperan'} que admitas su entrada en tu cuenta`,
  secondFactorWanted: (actor) => `${actor} te pide que configures la autenticación en dos pasos`,
  expertAssigned: ({ actor, record }) => `${actor} te ha nombrado especialista en ${record}`,
  ownerAssigned: ({ actor, record }) => `${actor} te ha nombrado responsable de ${record}`,
  handedOver: ({ giver, record, amount }) =>
    `Se te ${amount === 1 ? `ha traspasado ${record}` : `han traspasado ${amount} registros`}, antes con ${giver}`,
  levelChanged: (actor, level) =>
    level === undefined
      ? `${actor} ha cambiado tu nivel`
      : `${actor} ha cambiado tu nivel a ${LEVELS.get(level) ?? level}`,
  recordDeleted: ({ actor, record }) => `${actor} ha eliminado ${record}`,
  recordRestored: ({ actor, record }) => `${actor} ha restaurado ${record}`,
  recordChanged: ({ actor, record }) => `${actor} ha modificado ${record}`,
  andMore: (sentence, others) => `${sentence}, y ${others} más`,
  furtherNotifications: (others) => `Hay ${amount(others, 'notificación', 'notificaciones')} más.`,
  changedBy: (record, people) => `${record}: cambios de ${people}`,
  summary: ({ notifications, unread, records }) =>
    [
      notifications > 0 && `${amount(notifications, 'notificación', 'notificaciones')} (${unread} sin leer)`,
      records > 0 && amount(records, 'registro modificado', 'registros modificados'),
    ]
      .filter(Boolean)
      .join(', '),
  further: (others) => `y ${others} más`,
  unsubscribe: {
    title: 'Cancelar estos correos',
    question: {
      email: '¿Quieres que Cairn deje de enviarte tus notificaciones por correo?',
      weekly_digest: '¿Quieres que Cairn deje de enviarte el resumen semanal?',
    },
    button: 'Cancelar estos correos',
    done: 'Ya no recibirás estos correos.',
    broken: 'Este enlace ya no funciona. Puedes cancelar los correos en tus ajustes.',
    settings: 'Ajustes de notificaciones',
  },
}
