import type { Statements } from '@cairn/postgres/pool/privileged'
import { latestChange } from './secret-change/changes.ts'
import type { SigningKeyRow } from './store/signing-keys.ts'
import { openPrivateKey, signingKeySealer } from './tokens/private-keys.ts'
import { WrongSecret } from './tokens/sealing.ts'
import { fingerprintOf, type InstallationSecrets, installationSecrets } from './tokens/secrets.ts'

/** CAIRN_SECRET and CAIRN_SECRET_BEFORE do not go with what the database says. The message is for the operator. */
class SecretsDoNotFit extends Error {
  override name = 'SecretsDoNotFit'
}

/**
 * Makes sure, for a start that has not written anything yet, that the database was begun with this secret or with the
 * former one, and decides which of them is written with. `sql` is the administrator's. Throws `WrongSecret`, and
 * {@link SecretsDoNotFit} where a change is not finished or has another former secret. A database without signing keys
 * accepts any secret.
 */
export async function checkSecret(sql: Statements, secrets: InstallationSecrets): Promise<void> {
  const keys = await currentKeys(sql)
  if (keys === null) return
  const change = await changeIn(sql)
  if (change !== null && change.finishedAt === null) requireSecretsOf(change, secrets)
  for (const key of keys) openPrivateKey(key, signingKeySealer(secrets))
  const { present, former } = secrets
  if (former === null) return
  const began = change?.present === fingerprintOf(present)
  if (began && change.former !== fingerprintOf(former)) throw anotherFormer()
  if (!began && keys.length > 0) requireFormerOf(keys, former)
  secrets.writeWith(began || keys.length === 0 ? 'present' : 'former')
}

type Key = Pick<SigningKeyRow, 'id' | 'private_jwk_sealed'>

async function currentKeys(sql: Statements): Promise<readonly Key[] | null> {
  const [found] = await sql`select to_regclass('auth.signing_keys') is not null as there`
  if (found?.['there'] !== true) return null
  return sql<Key[]>`select id, private_jwk_sealed from auth.signing_keys where status = 'current'`
}

async function changeIn(sql: Statements) {
  const [found] = await sql`select to_regclass('auth.secret_changes') is not null as there`
  return found?.['there'] === true ? latestChange(sql) : null
}

/** Both secrets of a change that is not finished have to be there; they may have changed places. */
function requireSecretsOf(
  change: { former: string; present: string; begunAt: Date },
  { present, former }: InstallationSecrets,
): void {
  const given = [present, ...(former === null ? [] : [former])].map(fingerprintOf)
  if (given.includes(change.present) && given.includes(change.former)) return
  throw new SecretsDoNotFit(
    `The change of CAIRN_SECRET that began at ${change.begunAt.toISOString()} is not finished: some of what this ` +
      'database holds can be read with the former secret only. Set CAIRN_SECRET and CAIRN_SECRET_BEFORE to the two ' +
      'secrets of that change. The log says when CAIRN_SECRET_BEFORE may be removed (npm run cairn -- secret says it too).',
  )
}

/** Before a change begins, the former secret is the one that everything is stored with. */
function requireFormerOf(keys: readonly Key[], former: Uint8Array): void {
  const sealer = signingKeySealer(installationSecrets(former, null))
  try {
    for (const key of keys) openPrivateKey(key, sealer)
  } catch (error) {
    if (error instanceof WrongSecret) throw anotherFormer()
    throw error
  }
}

function anotherFormer(): SecretsDoNotFit {
  return new SecretsDoNotFit(
    'CAIRN_SECRET_BEFORE is not the secret that this database had before CAIRN_SECRET, and nothing was changed. Set it to ' +
      'that one, or remove it if the change is finished.',
  )
}
