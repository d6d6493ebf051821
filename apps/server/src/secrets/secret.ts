import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type InstallationSecrets, installationSecrets } from '@cairn/auth/tokens/secrets'
import { keptFile } from '@cairn/postgres/start/kept-file'
import { type Config, InvalidConfiguration } from '../settings/config.ts'

const LEAST_CHARACTERS = 32

/**
 * The installation's secret as 32 bytes: from CAIRN_SECRET, or made at the first start and kept in the data folder,
 * readable by its owner only; and the one of CAIRN_SECRET_BEFORE while it changes. Database passwords and the encryption
 * of signing keys are derived from it. Throws {@link InvalidConfiguration} when both are the same.
 */
export function secretsOfInstallation({
  secret: given,
  secretBefore,
  dataDir,
}: Pick<Config, 'secret' | 'secretBefore' | 'dataDir'>): InstallationSecrets {
  const secret =
    given ?? keptFile(secretFile(dataDir), LEAST_CHARACTERS, () => randomBytes(32).toString('hex'))
  if (secret === secretBefore)
    throw new InvalidConfiguration(
      'CAIRN_SECRET_BEFORE is the secret itself. Set CAIRN_SECRET to the new secret and CAIRN_SECRET_BEFORE to the former one.',
    )
  return installationSecrets(bytesOf(secret), secretBefore === null ? null : bytesOf(secretBefore))
}

/** Where the secret is kept that nobody has set. */
export const secretFile = (dataDir: string): string => join(dataDir, 'secret')

/** The secret as it was set or made; null where there is none yet. */
export function secretThatIsThere({ secret, dataDir }: Pick<Config, 'secret' | 'dataDir'>): string | null {
  const file = secretFile(dataDir)
  return secret ?? (existsSync(file) ? readFileSync(file, 'utf8').trim() : null)
}

const bytesOf = (secret: string): Uint8Array => createHash('sha256').update(secret).digest()
