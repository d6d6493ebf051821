import { createHash, randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The installation's secret as 32 bytes: from CAIRN_SECRET, or made at the first start and kept in the data folder,
 * readable by its owner only. Database passwords and the encryption of signing keys are derived from it.
 */
export function installationSecret(given: string | null, dataDir: string): Uint8Array {
  return createHash('sha256')
    .update(given ?? keptSecret(dataDir))
    .digest()
}

function keptSecret(dataDir: string): string {
  const path = join(dataDir, 'secret')
  if (!existsSync(path)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const draft = `${path}.${process.pid}`
    writeFileSync(draft, randomBytes(32).toString('hex'), { mode: 0o600 })
    // Creating the link fails where another start was faster: its secret is kept.
    if (!existsSync(path)) linkSync(draft, path)
    rmSync(draft)
  }
  return readFileSync(path, 'utf8').trim()
}
