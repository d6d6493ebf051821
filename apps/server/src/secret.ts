import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { keptFile } from '@cairn/postgres/kept-file'

const LEAST_CHARACTERS = 32

/**
 * The installation's secret as 32 bytes: from CAIRN_SECRET, or made at the first start and kept in the data folder,
 * readable by its owner only. Database passwords and the encryption of signing keys are derived from it.
 */
export function installationSecret(given: string | null, dataDir: string): Uint8Array {
  const secret =
    given ?? keptFile(join(dataDir, 'secret'), LEAST_CHARACTERS, () => randomBytes(32).toString('hex'))
  return createHash('sha256').update(secret).digest()
}
