import type { Statements } from '@cairn/postgres/pool/privileged'
import { z } from 'zod'
import { command } from '../command.ts'
import { DOMAIN } from '../inputs.ts'
import { textTable } from '../text-table.ts'

const own = z.array(z.object({ domain: z.string(), allowed: z.boolean(), created_at: z.date() }))
const listed = z.array(z.object({ domain: z.string(), account: z.string(), account_id: z.string() }))
const blocked = z.tuple([z.object({ blocked: z.boolean() })])

/** Lists the operator's rules about domains, beside the lists of public mail providers. */
export const domains = command({
  name: 'domains',
  summary: 'domains that the operator allows or blocks, and accounts whose domain is blocked by now',
  input: z.object({}),
  async run({ look }) {
    const { rows, accounts } = await look(async (sql) => ({
      rows: own.parse([
        ...(await sql`
          select domain, allowed, created_at from public.domain_blacklist where source = 'operator' order by domain`),
      ]),
      accounts: listed.parse([
        ...(await sql`
          select d.domain, a.name as account, a.id::text as account_id
          from public.account_domains d
          join public.accounts a on a.id = d.account_id
          where private.is_blacklisted(d.domain)
          order by d.domain`),
      ]),
    }))
    const said = textTable(
      ['domain', 'is'],
      rows.map(({ domain, allowed }) => [domain, allowed ? 'allowed' : 'blocked']),
    )
    const joinNobody = accounts.map(({ domain, account }) => `Nobody joins ${account} by ${domain} any more.`)
    return {
      text: [rows.length === 0 ? 'The lists alone decide.' : said, ...joinNobody].join('\n'),
      json: { domains: rows, accounts },
    }
  },
})

/** Lets people with addresses at a domain sign up, although a list or a domain above it says otherwise. */
export const allowDomain = command({
  name: 'allow-domain',
  summary: 'lets addresses at a domain, and below it, sign up, whatever the lists say',
  operands: ['DOMAIN'],
  input: z.object({ domain: DOMAIN }),
  async run({ act }, { domain }) {
    await act({ traits: { domain } }, (sql) => decide(sql, domain, true))
    return { text: `Addresses at ${domain} may sign up.`, json: { domain, allowed: true } }
  },
})

/** Keeps people with addresses at a domain from signing up, unless they are invited. */
export const blockDomain = command({
  name: 'block-domain',
  summary: 'keeps addresses at a domain, and below it, from signing up without an invitation',
  operands: ['DOMAIN'],
  input: z.object({ domain: DOMAIN }),
  async run({ act }, { domain }) {
    await act({ traits: { domain } }, (sql) => decide(sql, domain, false))
    return {
      text: `Addresses at ${domain} sign up by invitation only. Members with such an address stay.`,
      json: { domain, allowed: false },
    }
  },
})

/** Forgets a rule of the operator: the lists decide again, from the next start on. */
export const forgetDomain = command({
  name: 'forget-domain',
  summary: 'takes back what was said of a domain: the lists decide again, from the next start on',
  operands: ['DOMAIN'],
  input: z.object({ domain: DOMAIN }),
  async run({ act }, { domain }) {
    const isBlocked = await act({ traits: { domain } }, async (sql) => {
      await sql`delete from public.domain_blacklist where domain = ${domain} and source = 'operator'`
      // The next start imports the lists again: the row may have been theirs.
      await sql`delete from private.public_mail_list`
      const [row] = blocked.parse([...(await sql`select private.is_blacklisted(${domain}) as blocked`)])
      return row.blocked
    })
    return {
      text: `The lists decide about ${domain} from the next start on. Until then addresses at it ${isBlocked ? 'sign up by invitation only' : 'may sign up'}.`,
      json: { domain, blocked: isBlocked },
    }
  },
})

async function decide(sql: Statements, domain: string, allowed: boolean): Promise<void> {
  await sql`
    insert into public.domain_blacklist (domain, allowed) values (${domain}, ${allowed})
    on conflict (domain) do update set source = 'operator', allowed = excluded.allowed`
}
