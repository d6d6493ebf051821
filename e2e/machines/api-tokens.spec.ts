import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { createClient } from '@supabase/supabase-js'
import { NoRealtime } from '../../acceptance/support/no-realtime.ts'
import { arrangeSystem, keepSignInAs } from '../support/systems.ts'
import { expect, test } from '../support/test.ts'

const run = promisify(execFile)
const TAB = '/settings/tokens'

/** Returns the response that curl gets with a token and nothing else. */
async function curl(address: string, token: string, ...more: string[]) {
  const { stdout } = await run('curl', [
    ...['-s', '-w', '\n%{http_code}', '-H', `Authorization: Bearer ${token}`, ...more, address],
  ])
  const [status = '', ...lines] = stdout.split('\n').reverse()
  return { status: Number(status), text: lines.reverse().join('\n') }
}

const rowOf = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Your tokens' }).getByRole('listitem').filter({ hasText: name })

/** Creates a token on the screen and returns its secret. */
async function makeToken(page: Page, name: string, ...scopes: string[]): Promise<string> {
  await page.getByRole('button', { name: 'Create Token' }).click()
  const form = page.getByRole('dialog', { name: 'Create API Token' })
  await form.getByRole('textbox', { name: 'Name' }).fill(name)
  for (const scope of scopes) await form.getByRole('checkbox', { name: scope }).check()
  await form.getByRole('button', { name: 'Create Token' }).click()
  return secretOnce(page, name)
}

async function secretOnce(page: Page, name: string): Promise<string> {
  const shown = page.getByRole('dialog', { name: `Token ${name}` })
  const secret = await shown.locator('button code').innerText()
  expect(secret).toMatch(/^cairn_[0-9a-f]{48}$/)
  await expect(shown.getByRole('region', { name: 'A first request' })).toContainText(`Bearer ${secret}`)
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(secret)).toHaveCount(0)
  return secret
}

test('a token is created, used by curl and by the official client, rotated, revoked, and refused at once', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'manager')
  await arrangeSystem(cairn.database, { accountId, name: 'Ledger' })
  await page.goto(TAB)
  await expect(page.getByText('You have no tokens yet.')).toBeVisible()
  const origin = new URL(page.url()).origin
  const systems = `${origin}/rest/v1/systems?select=name`
  const secret = await makeToken(page, 'Reports', 'Read Systems')
  await expect(rowOf(page, 'Reports')).toContainText(`cairn_…${secret.slice(-4)}`)
  await expect(rowOf(page, 'Reports')).toContainText('Systems: read')
  await expect(rowOf(page, 'Reports')).toContainText('Never used')

  await test.step('curl reads with it, and is refused outside of its scope', async () => {
    expect(await curl(systems, secret)).toEqual({ status: 200, text: '[{"name":"Ledger"}]' })
    expect((await curl(`${origin}/rest/v1/agents?select=name`, secret)).status).toBe(403)
    const change = [
      '-X',
      'PATCH',
      '-H',
      'Content-Type: application/json',
      '-d',
      '{"description":"by a script"}',
    ]
    const written = await curl(
      `${systems}&name=eq.Ledger`,
      secret,
      ...change,
      '-H',
      'Prefer: return=representation',
    )
    expect(written).not.toMatchObject({ text: expect.stringContaining('Ledger') })
    expect((await curl(`${origin}/rest/v1/rpc/get_audit_log`, secret, '-X', 'POST')).status).toBe(403)
  })

  await test.step('so does supabase-js, with the token instead of a session', async () => {
    const client = createClient(origin, secret, {
      auth: { persistSession: false, autoRefreshToken: false },
      realtime: { transport: NoRealtime },
      global: { headers: { Authorization: `Bearer ${secret}` } },
    })
    expect((await client.from('systems').select('name')).data).toEqual([{ name: 'Ledger' }])
    expect((await client.from('systems').insert({ name: 'Of a script' })).error).not.toBeNull()
  })

  const next = await test.step('it is rotated, and both secrets work until the overlap ends', async () => {
    await rowOf(page, 'Reports').getByRole('button', { name: 'Rotate Reports' }).click()
    const form = page.getByRole('dialog', { name: 'Rotate Reports' })
    await form.getByRole('combobox', { name: 'The former secret works for another' }).selectOption('1 hour')
    await form.getByRole('button', { name: 'Rotate Token' }).click()
    const rotated = await secretOnce(page, 'Reports')
    await expect(rowOf(page, 'Reports')).toContainText('The former secret works until')
    for (const one of [secret, rotated]) expect((await curl(systems, one)).status).toBe(200)
    return rotated
  })

  await test.step('it is revoked, and gives no access any more', async () => {
    await rowOf(page, 'Reports').getByRole('button', { name: 'Revoke Reports' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke Token' }).click()
    await expect(page.getByText('You have no tokens yet.')).toBeVisible()
    for (const one of [secret, next]) {
      const { status, text } = await curl(systems, one)
      expect([status, text]).toEqual([401, expect.stringContaining('unknown, or was revoked')])
    }
  })
})
