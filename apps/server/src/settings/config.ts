import { resolve } from 'node:path'
import type { DataApiOptions } from '@cairn/data-api/handler'
import { ALLOWED_HOST } from '@cairn/delivery/guarded-fetch/allowed-hosts'
import { DEFAULT_MAIL_CONNECTIONS } from '@cairn/delivery/mail-connections'
import { parseDatabaseUrl } from '@cairn/postgres/pool/database-url'
import type { ConnectionTarget } from '@cairn/postgres/wire/target'
import { z } from 'zod'
import type { ApiLimits } from './api-limits.ts'
import { BACKUP_VARIABLES, type BackupSettings, backupSettings } from './backup-settings.ts'
import { LEAST_CONNECTIONS, usualProcesses } from './how-many.ts'
import { METRICS_VARIABLES, type MetricsSettings, metricsSettings } from './metrics-settings.ts'

/** The environment holds values that Cairn cannot use. The message lists every variable at fault. */
export class InvalidConfiguration extends Error {
  override name = 'InvalidConfiguration'
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const

const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ''),
  )

/** Stands for the pages of every origin. */
export const ANY_ORIGIN = '*'

/** An origin: scheme, host and port, without a path. */
const origin = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((text, context) => {
    const url = new URL(text)
    if (url.pathname !== '/' || url.search !== '' || url.username !== '') {
      context.addIssue({
        code: 'custom',
        message: 'must be an address without a path, such as https://cairn.example.com',
      })
    }
    return url.origin
  })

const databaseUrl = z.string().transform((text, context) => {
  try {
    return parseDatabaseUrl(text)
  } catch (error) {
    context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) })
    return z.NEVER
  }
})

/** A switch that is off unless the operator turns it on. */
const flag = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .default('false')
  .transform((text) => text === 'true')

/** For how many days something is kept. */
const days = (usual: number, { shortest = 1, longest = 36_500 } = {}) =>
  z.coerce
    .number({ error: 'must be a number of days' })
    .int()
    .min(shortest, `must be at least ${shortest}`)
    .max(longest, `must be at most ${longest}`)
    .default(usual)

/** How many requests a minute are answered. */
const perMinute = (usual: number) =>
  z.coerce
    .number({ error: 'must be a number of requests a minute' })
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(1_000_000, 'must be at most 1000000')
    .default(usual)

/** A size that an operator sets. */
const megabytes = (usual: number) =>
  z.coerce
    .number({ error: 'must be a number of megabytes' })
    .int('must be a whole number')
    .min(0, 'must be at least 0')
    .max(10_000_000, 'must be at most 10000000')
    .default(usual)

const environment = z.object({
  PORT: z.coerce.number({ error: 'must be a port number' }).int().min(1).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: origin.optional(),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_READ_URL: databaseUrl.optional(),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(200).default(10),
  CAIRN_PROCESSES: z.coerce
    .number({ error: 'must be a number of processes' })
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(64, 'must be at most 64')
    .optional(),
  CAIRN_DATA_DIR: z.string().default('.cairn'),
  CAIRN_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  CAIRN_SECRET_BEFORE: z.string().min(32, 'must have at least 32 characters').optional(),
  CAIRN_SERVICE_KEY: z
    .string()
    .regex(/^sb_secret_[A-Za-z0-9_-]{32,}$/, 'must be sb_secret_ followed by at least 32 letters and digits')
    .optional(),
  JWT_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  CAIRN_TRUSTED_PROXIES: list.pipe(z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]))),
  CAIRN_CORS_ORIGINS: list.pipe(z.array(z.union([z.literal(ANY_ORIGIN), origin]))),
  SAML_ENABLED: flag,
  OAUTH_DYNAMIC_REGISTRATION: z
    .enum(['on', 'off'], { error: 'must be on or off' })
    .default('off')
    .transform((text) => text === 'on'),
  PGRST_DB_AGGREGATES_ENABLED: flag,
  PGRST_DB_PRE_REQUEST: z
    .string()
    .regex(/^[^.\s]+(\.[^.\s]+)?$/, 'must be the name of a function, such as public.check_request')
    .optional(),
  PGRST_DB_TX_END: z
    .enum(['commit', 'commit-allow-override'], { error: 'must be commit or commit-allow-override' })
    .default('commit'),
  PGRST_SERVER_TIMING_ENABLED: flag,
  CAIRN_UNFILTERED_WRITES: flag,
  API_REQUESTS_PER_MINUTE: perMinute(600),
  API_REQUESTS_PER_MINUTE_OF_ACCOUNT: perMinute(1_200),
  ARCHIVE_UPLOADS_MB: megabytes(10_000),
  ARCHIVE_UPLOADS_MB_OF_NEW_ACCOUNT: megabytes(250),
  SHUTDOWN_DELAY: z.coerce.number({ error: 'must be a number of seconds' }).min(0).max(300).optional(),
  START_TIMEOUT: z.coerce.number({ error: 'must be a number of seconds' }).min(0).max(3_600).default(60),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an address such as smtp://user:password@host:587' })
    .optional(),
  SMTP_CONNECTIONS: z.coerce
    .number({ error: 'must be a number of connections' })
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(100, 'must be at most 100')
    .default(DEFAULT_MAIL_CONNECTIONS),
  MAIL_FROM: z.string().min(3).default('Cairn <cairn@localhost>'),
  OPERATOR_EMAIL: z.email({ error: 'must be a mail address' }).optional(),
  ...BACKUP_VARIABLES,
  WEBHOOK_ALLOWED_HOSTS: list.pipe(
    z.array(
      z.string().regex(ALLOWED_HOST, 'must be hosts, with or without a port, such as hooks.inner:8080'),
    ),
  ),
  ...METRICS_VARIABLES,
  LOG_LEVEL: z.enum(LOG_LEVELS).default('info'),
  KEEP_HISTORY_DAYS: days(1_095),
  KEEP_BIN_DAYS: days(30),
  // The database itself keeps younger entries.
  KEEP_AUDIT_DAYS: days(365, { shortest: 90 }),
  // The database itself sweeps older entries, a few with each sign-in.
  KEEP_SIGN_INS_DAYS: days(90, { longest: 90 }),
  KEEP_RUNS_DAYS: days(90),
})

/** Settings that depend on each other. */
const goingTogether = environment.superRefine((given, { addIssue }) => {
  const fault = (name: keyof typeof given, message: string) =>
    addIssue({ code: 'custom', path: [name], message })
  const { CAIRN_PROCESSES: processes = 1, DATABASE_POOL_SIZE: connections } = given
  const least = processes * LEAST_CONNECTIONS
  if (processes > 1 && least > connections)
    fault('CAIRN_PROCESSES', `${processes} need a DATABASE_POOL_SIZE of at least ${least}`)
  if (given.DATABASE_READ_URL !== undefined && given.DATABASE_URL === undefined)
    fault('DATABASE_READ_URL', 'names replicas of the Postgres that DATABASE_URL names: set that too')
  if (given.BACKUP_WAL && given.BACKUP_DIR === undefined)
    fault('BACKUP_WAL', 'needs BACKUP_DIR: the folder in which it is kept')
})

/** The names of all variables, so that a test can compare them with the documentation. */
export const VARIABLES: readonly string[] = Object.keys(environment.shape)

/** Parts of the data API that are off unless the operator turns them on. */
type DataApiSwitches = Required<
  Pick<DataApiOptions, 'aggregates' | 'preRequest' | 'rollback' | 'serverTiming' | 'unfiltered'>
>

/** The number of days that each kind of data is kept. supabase/config.toml sets how long sessions last. */
export interface Retention {
  /** The changes of records, with their authors. */
  history: number
  /** Deleted records, which can be restored until then. */
  bin: number
  /** The log of an account's admins, and the operator's. */
  audit: number
  /** Sign-ins, failed ones too. */
  signIns: number
  /** The runs that heartbeats reported; the daily sums stay. */
  runs: number
}

/** How much of archives can be uploaded at once. */
export interface ArchiveRoom {
  /** By all accounts together. */
  megabytes: number
  /** By an account that is younger than a day. */
  megabytesOfNew: number
}

/** Everything that an operator can set, parsed once at the start. */
export interface Config {
  port: number
  host: string
  /** Where people reach Cairn: scheme, host and port. Links in mails begin with it. */
  publicUrl: string
  /** A Postgres of the operator's own, or null for the built-in one. */
  database: ConnectionTarget | null
  /** Streaming replicas of that Postgres which may answer what only reads; null without. */
  replicas: ConnectionTarget | null
  /** Connections for requests; the accounts' own pool has half as many more. */
  poolSize: number
  /** How many processes serve the port together; the connections are divided among them. */
  processes: number
  /** Absolute. */
  dataDir: string
  secret: string | null
  /** The secret before it, while one is changed for the other. */
  secretBefore: string | null
  serviceKey: string | null
  /** The secret of the Supabase project that people came from: tokens and keys that it signed (HS256) are accepted. */
  legacyJwtSecret: string | null
  /** Peers whose X-Forwarded-For is believed: addresses or CIDR ranges. */
  trustedProxies: readonly string[]
  /** Other origins whose pages may call the API; a star stands for all. */
  corsOrigins: readonly string[]
  /** Single sign-on with the identity providers of organisations. */
  samlEnabled: boolean
  /** Whether OAuth clients may register by themselves. */
  oauthDynamicRegistration: boolean
  dataApi: DataApiSwitches
  /** How many requests tokens and apps may send. */
  apiLimits: ApiLimits
  archiveRoom: ArchiveRoom
  /** How long a server that was told to stop still listens; null when the operator leaves it to us. */
  shutdownDelayMs: number | null
  /** How long a start waits for a database that is not there yet. */
  startTimeoutMs: number
  smtpUrl: string | null
  /** How many mails are sent at once. */
  smtpConnections: number
  mailFrom: string
  /** The address that is notified when something needs an operator; null for none. */
  operatorEmail: string | null
  backups: BackupSettings
  /** Hosts that webhooks may call though they are not public. */
  webhookHosts: readonly string[]
  /** Where monitoring reads figures; null where it is off. */
  metrics: MetricsSettings | null
  logLevel: (typeof LOG_LEVELS)[number]
  retention: Retention
}

/** How many processes serve where the operator has not said. */
const processesFor = ({ DATABASE_POOL_SIZE, DATABASE_URL }: z.output<typeof environment>): number =>
  usualProcesses({ poolSize: DATABASE_POOL_SIZE, besidePostgres: DATABASE_URL === undefined })

/** Reads the environment. Empty variables count as unset. Throws {@link InvalidConfiguration}. */
export function parseConfig(env: NodeJS.ProcessEnv): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = goingTogether.safeParse(set)
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`)
    throw new InvalidConfiguration(`These settings cannot be used:\n${faults.join('\n')}`)
  }
  const given = parsed.data
  return {
    port: given.PORT,
    host: given.HOST,
    publicUrl: given.PUBLIC_URL ?? `http://localhost:${given.PORT}`,
    database: given.DATABASE_URL ?? null,
    replicas: given.DATABASE_READ_URL ?? null,
    poolSize: given.DATABASE_POOL_SIZE,
    processes: given.CAIRN_PROCESSES ?? processesFor(given),
    dataDir: resolve(given.CAIRN_DATA_DIR),
    secret: given.CAIRN_SECRET ?? null,
    secretBefore: given.CAIRN_SECRET_BEFORE ?? null,
    serviceKey: given.CAIRN_SERVICE_KEY ?? null,
    legacyJwtSecret: given.JWT_SECRET ?? null,
    trustedProxies: given.CAIRN_TRUSTED_PROXIES,
    corsOrigins: given.CAIRN_CORS_ORIGINS,
    samlEnabled: given.SAML_ENABLED,
    oauthDynamicRegistration: given.OAUTH_DYNAMIC_REGISTRATION,
    dataApi: {
      aggregates: given.PGRST_DB_AGGREGATES_ENABLED,
      preRequest: given.PGRST_DB_PRE_REQUEST ?? null,
      rollback: given.PGRST_DB_TX_END === 'commit-allow-override',
      serverTiming: given.PGRST_SERVER_TIMING_ENABLED,
      unfiltered: given.CAIRN_UNFILTERED_WRITES,
    },
    apiLimits: {
      perCaller: given.API_REQUESTS_PER_MINUTE,
      perAccount: given.API_REQUESTS_PER_MINUTE_OF_ACCOUNT,
    },
    archiveRoom: {
      megabytes: given.ARCHIVE_UPLOADS_MB,
      megabytesOfNew: given.ARCHIVE_UPLOADS_MB_OF_NEW_ACCOUNT,
    },
    shutdownDelayMs: given.SHUTDOWN_DELAY === undefined ? null : given.SHUTDOWN_DELAY * 1_000,
    startTimeoutMs: given.START_TIMEOUT * 1_000,
    smtpUrl: given.SMTP_URL ?? null,
    smtpConnections: given.SMTP_CONNECTIONS,
    mailFrom: given.MAIL_FROM,
    operatorEmail: given.OPERATOR_EMAIL ?? null,
    backups: backupSettings(given),
    webhookHosts: given.WEBHOOK_ALLOWED_HOSTS,
    metrics: metricsSettings(given),
    logLevel: given.LOG_LEVEL,
    retention: {
      history: given.KEEP_HISTORY_DAYS,
      bin: given.KEEP_BIN_DAYS,
      audit: given.KEEP_AUDIT_DAYS,
      signIns: given.KEEP_SIGN_INS_DAYS,
      runs: given.KEEP_RUNS_DAYS,
    },
  }
}
