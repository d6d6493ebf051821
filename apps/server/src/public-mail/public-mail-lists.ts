import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import type { Privileged } from '@cairn/postgres/pool/privileged'
import { z } from 'zod'
import { FURTHER_DOMAINS, NOT_PUBLIC } from './further-domains.ts'

const manifest = z.object({ version: z.string() })

/** Says which lists these are, without reading them: 66,000 domains in memory would be for nothing at most starts. */
function fingerprint(): string {
  const require = createRequire(import.meta.url)
  const versions = ['email-providers', 'mailchecker'].map(
    (name) => `${name} ${manifest.parse(require(`${name}/package.json`)).version}`,
  )
  const ours = createHash('sha256')
    .update([...FURTHER_DOMAINS, ...NOT_PUBLIC].join())
    .digest('hex')
    .slice(0, 16)
  return [...versions, ours].join(', ')
}

const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/

/** All domains where anybody can have an address, for good or for ten minutes: the packages' and those that they lack. */
async function publicMailDomains(): Promise<string[]> {
  const [free, disposable] = await Promise.all([import('email-providers'), import('mailchecker')])
  const all = new Set([...free.default, ...disposable.default.blacklist(), ...FURTHER_DOMAINS])
  return [...all].filter((domain) => DOMAIN.test(domain) && !NOT_PUBLIC.has(domain))
}

const wanted = z.tuple([z.object({ wanted: z.boolean() })])

/** Hands the lists to a database that has others. */
export async function bringPublicMailDomains(database: Privileged): Promise<void> {
  const print = fingerprint()
  const [{ wanted: isWanted }] = await database.statement(async (sql) =>
    wanted.parse(await sql`select public.take_public_mail_domains(${print}) as wanted`),
  )
  if (!isWanted) return
  const domains = await publicMailDomains()
  await database.statement((sql) => sql`select public.take_public_mail_domains(${print}, ${domains}::text[])`)
}
