import { z } from 'zod'
import type { Config } from '../../settings/config.ts'
import { command } from '../command.ts'
import type { Context } from '../context.ts'
import { checkBackups } from '../doctor/backups.ts'
import { checkDatabase } from '../doctor/database.ts'
import type { Finding } from '../doctor/finding.ts'
import { found } from '../doctor/finding.ts'
import { checkDisk, checkNode } from '../doctor/machine.ts'
import { checkMail } from '../doctor/mail.ts'
import { checkProcesses } from '../doctor/processes.ts'
import { checkCertificate, checkPublicAddress } from '../doctor/public-address.ts'
import { checkSettings, readSettings } from '../doctor/settings.ts'
import { EMAIL } from '../inputs.ts'

/** Looks at all that an installation needs; a line each. Changes nothing. */
export const doctor = command({
  name: 'doctor',
  summary: 'looks at all that an installation needs: a line each, ok or what to do',
  options: { mail: { type: 'string', value: 'ADDRESS' } },
  input: z.object({ mail: EMAIL.optional() }),
  async run(context, { mail = null }) {
    const settings = readSettings(context.env)
    const findings = 'state' in settings ? [settings] : await lookAtAll(context, settings, mail)
    const isTrouble = findings.some(({ state }) => state === 'trouble')
    return { text: findings.map(lineOf).join('\n'), json: { findings }, isTrouble }
  },
})

async function lookAtAll(context: Context, config: Config, mail: string | null): Promise<Finding[]> {
  const certificate = await checkCertificate(config.publicUrl)
  const processes = await checkProcesses(config.metrics, config.publicUrl)
  return [
    ...checkSettings(config),
    checkNode(),
    ...(await checkDatabase(context)),
    await found('disk', () => checkDisk(config.dataDir)),
    ...(await checkBackups(config.backups)),
    await checkMail(config, mail),
    ...(certificate === null ? [] : [certificate]),
    await checkPublicAddress(config.publicUrl),
    ...(processes === null ? [] : [processes]),
  ]
}

const WORDS = { ok: 'ok', note: 'note', trouble: 'TO DO' } as const

const lineOf = ({ what, state, says }: Finding) => `${WORDS[state].padEnd(5)}  ${what}: ${says}`
