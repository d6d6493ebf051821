import { noteOperatorAct, type OperatorAct } from '@cairn/auth/operator-log'
import { checkSecret } from '@cairn/auth/secret-check'
import type { InstallationSecrets } from '@cairn/auth/tokens/secrets'
import type { Privileged, Statements } from '@cairn/postgres/pool/privileged'
import { type Visit, visitDatabase } from '../database/database.ts'
import { secretFile, secretsOfInstallation, secretThatIsThere } from '../secrets/secret.ts'
import { type Config, parseConfig } from '../settings/config.ts'
import { userName } from '../settings/user-name.ts'
import { Refused } from './refused.ts'
import type { Terminal } from './terminal.ts'

/** The subject of an act, for the operator's log. */
type ActNote = Partial<Pick<OperatorAct, 'userId' | 'traits'>>

/** The context of commands. It opens nothing before a command asks for it, and migrates nothing. */
export interface Context {
  env: NodeJS.ProcessEnv
  config(): Config
  /** The installation's secret, which this database was begun with. Never makes one. */
  secret(): Promise<InstallationSecrets>
  /** The database as its administrator, beside a running server or, where the built-in Postgres is stopped, by itself. */
  visit(): Promise<Visit>
  /** Runs `work` in a read-only transaction. */
  look<T>(work: (sql: Statements) => Promise<T>): Promise<T>
  /** Runs `work` in one transaction, and writes it to the operator's log in the same. */
  act<T>(note: ActNote, work: (sql: Statements) => Promise<T>): Promise<T>
  /** Writes an act of more than one transaction to the operator's log. */
  note(note: ActNote): Promise<void>
  /** Reports the progress of a long command, on standard error. */
  say(sentence: string): void
}

/** Opens the context of one command; `end` closes what it has opened. */
export function openContext(
  command: string,
  env: NodeJS.ProcessEnv,
  { say }: Pick<Terminal, 'say'>,
): Context & { end(): Promise<void> } {
  let visiting: Promise<Visit | null> | null = null
  const config = () => parseConfig(env)
  const visit = async () => {
    visiting ??= visitDatabase(config())
    const visited = await visiting
    if (visited === null) throw new Refused('There is no database yet. Start Cairn once: it makes one.')
    return visited
  }
  const noted = (sql: Statements, { userId = null, traits = {} }: ActNote) =>
    noteOperatorAct(sql, { command, by: userName(), userId, traits })
  const inDatabase = async <T>(work: (database: Privileged) => Promise<T>) => work((await visit()).database)

  return {
    env,
    config,
    visit,
    say,
    secret: async () => {
      const secret = secretsThatAreThere(config())
      await inDatabase((database) => database.statement((sql) => checkSecret(sql, secret)))
      return secret
    },
    look: (work) =>
      inDatabase((database) =>
        database.transaction(async (tx) => {
          await tx`set transaction read only`
          return work(tx)
        }),
      ),
    act: (note, work) =>
      inDatabase((database) =>
        database.transaction(async (tx) => {
          const done = await work(tx)
          await noted(tx, note)
          return done
        }),
      ),
    note: (note) => inDatabase((database) => database.statement((sql) => noted(sql, note))),
    async end() {
      // The caller that asked for it has already received its failure.
      const visited = await visiting?.catch(() => null)
      await visited?.end()
    },
  }
}

function secretsThatAreThere(config: Config): InstallationSecrets {
  if (secretThatIsThere(config) === null)
    throw new Refused(
      `There is no secret: CAIRN_SECRET is not set, and there is no file ${secretFile(config.dataDir)}.`,
    )
  return secretsOfInstallation(config)
}
