import { afterEach, describe, expect, test } from 'vitest'
import type { Site } from './support/fixture.ts'
import { openProviderSite } from './support/provider-site.ts'
import { ADA, openSamlSite } from './support/saml-site.ts'

const PRODUCT = {
  stage: 'product',
  settings: { hooks: { signInByProvider: { schema: 'public', name: 'follow_groups' } } },
} as const
const oidc = await openProviderSite(PRODUCT)
const saml = await openSamlSite(PRODUCT)
const sites = [oidc.site, saml.site]

const RULES = {
  keycloak: { provider: 'keycloak', claim: 'groups', group: '/finance' },
  okta: { provider: 'keycloak', claim: 'groups', group: 'Finance' },
  entra: { provider: 'keycloak', claim: 'groups', group: '1f3b5c9a-2d4e-4f60-8a7b-9c0d1e2f3a4b' },
  samlOfEntra: {
    provider: 'saml',
    claim: 'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups',
    group: '1f3b5c9a-2d4e-4f60-8a7b-9c0d1e2f3a4b',
  },
  samlOfOkta: { provider: 'saml', claim: 'groups', group: 'Finance' },
  samlOfKeycloak: { provider: 'saml', claim: 'Role', group: 'finance' },
}

/** An account with an admin of another address, and a rule for the team Finance and the level manager. */
async function arrange({ sql }: Site, domain: string, rule: keyof typeof RULES): Promise<void> {
  const { provider, claim, group } = RULES[rule]
  await sql`insert into auth.users (id, email, email_confirmed_at)
    values (gen_random_uuid(), ${`admin@${domain}`}, now())`
  await sql`insert into public.teams (account_id, name) select id, 'Finance' from public.accounts`
  await sql`insert into public.group_rules (account_id, provider, claim, group_name, team_id, level)
    select account_id, ${provider}, ${claim}, ${group}, id, 'manager' from public.teams`
}

/** The team and the level of Ada. */
const ada = async ({ sql }: Site) => {
  const [row] = await sql`
    select p.permission_level as level, array(
      select t.name from public.team_members m join public.teams t on t.id = m.team_id where m.user_id = p.id
    ) as teams
    from public.profiles p where p.email like 'ada@%'`
  return { ...row }
}

const IN = { level: 'manager', teams: ['Finance'] }
const OUT = { level: 'viewer', teams: [] }

afterEach(async () => {
  for (const { sql } of sites) await sql`delete from public.accounts`
})

describe('an ID token with groups', () => {
  const say = (claims: Readonly<Record<string, unknown>>) =>
    oidc.idp.users.set('ada', { sub: 'ada', email: 'ada@example.org', email_verified: true, ...claims })
  const signIn = () => oidc.signInWithProvider(oidc.site.browser('pkce'))

  test.each<[keyof typeof RULES, Readonly<Record<string, unknown>>]>([
    ['keycloak', { groups: ['/staff', '/finance', '/finance/payroll'] }],
    ['okta', { groups: ['Everyone', 'Finance'] }],
    ['entra', { groups: ['6f1d0a9e-0000-4000-8000-000000000001', RULES.entra.group], hasgroups: undefined }],
  ])('of the make %s fills the team, and empties it with the next one', async (rule, claims) => {
    await arrange(oidc.site, 'example.org', rule)
    say(claims)
    await signIn()
    expect(await ada(oidc.site)).toEqual(IN)
    say({ groups: ['Everyone'] })
    await signIn()
    expect(await ada(oidc.site)).toEqual(OUT)
  })

  test('fills the team too where an app sends it itself', async () => {
    await arrange(oidc.site, 'example.org', 'okta')
    say({ groups: 'Finance' })
    const token = await oidc.idTokenOf('ada', 'n')
    await oidc.site.browser().signInWithIdToken({ provider: 'keycloak', token, nonce: 'n' })
    expect(await ada(oidc.site)).toEqual(IN)
  })

  test('of Entra ID changes nothing where the user is in too many groups for it', async () => {
    await arrange(oidc.site, 'example.org', 'entra')
    say({ groups: [RULES.entra.group] })
    await signIn()
    const endpoint = 'https://graph.windows.net/t/users/u/getMemberObjects'
    say({ _claim_names: { groups: 'src1' }, _claim_sources: { src1: { endpoint } } })
    await signIn()
    expect(await ada(oidc.site)).toEqual(IN)
  })

  test('gives nothing where nobody vouches for the address', async () => {
    await arrange(oidc.site, 'example.org', 'okta')
    say({})
    await signIn()
    say({ email_verified: false, groups: ['Finance'] })
    await signIn()
    expect(await ada(oidc.site)).toEqual(OUT)
  })
})

describe('an assertion with groups', () => {
  const signIn = (attributes: Record<string, readonly string[]>) => saml.signIn({ ...ADA, attributes })

  test.each<[keyof typeof RULES, Record<string, readonly string[]>]>([
    ['samlOfEntra', { [RULES.samlOfEntra.claim]: [RULES.samlOfEntra.group, '6f1d0a9e-0000-4000-8000-1'] }],
    ['samlOfOkta', { groups: ['Everyone', 'Finance'] }],
    ['samlOfKeycloak', { Role: ['offline_access', 'finance'] }],
  ])('of the make %s fills the team, and empties it with the next one', async (rule, attributes) => {
    await arrange(saml.site, 'acme.test', rule)
    await signIn(attributes)
    expect(await ada(saml.site)).toEqual(IN)
    // All three leave the attribute out for a user who is in no group.
    await signIn({})
    expect(await ada(saml.site)).toEqual(OUT)
  })

  test('has as many as 5,000, and names of 10 kB', async () => {
    await arrange(saml.site, 'acme.test', 'samlOfOkta')
    await signIn({
      groups: [...Array.from({ length: 4_999 }, (_, n) => `g${n}`), 'x'.repeat(10_000), 'Finance'],
    })
    expect(await ada(saml.site)).toEqual(IN)
  })

  test('of Entra ID changes nothing where the user is in too many groups for it', async () => {
    await arrange(saml.site, 'acme.test', 'samlOfEntra')
    await signIn({ [RULES.samlOfEntra.claim]: [RULES.samlOfEntra.group] })
    await signIn({ 'http://schemas.microsoft.com/claims/groups.link': ['https://graph.windows.net/x'] })
    expect(await ada(saml.site)).toEqual(IN)
  })
})
