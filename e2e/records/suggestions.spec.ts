import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { assistantOf } from '../../acceptance/support/assistant.ts'
import { keepSignInAs } from '../support/systems.ts'
import { type Cairn, expect, test } from '../support/test.ts'

/** A token of a person, as `private.new_api_token` makes it. */
async function arrangeToken({ database }: Pick<Cairn, 'database'>, accountId: string, ownerId: string) {
  const body = `cairn_${randomBytes(20).toString('hex')}`
  const token = `${body}${createHash('sha256').update(body).digest('hex').slice(0, 8)}`
  const id = randomUUID()
  await database`
    insert into public.api_tokens (id, account_id, owner_id, name, scopes, ending)
    values (
      ${id}, ${accountId}, ${ownerId}, 'Assistant',
      '{systems:read,automations:read,agents:read,solutions:read,people:read}', ${token.slice(-4)}
    )`
  await database`
    insert into private.token_secrets (hash, account_id, token_id)
    values (${createHash('sha256').update(token).digest('hex')}, ${accountId}, ${id})`
  return token
}

test('an assistant suggests an edit, its owner is notified and accepts it with one click, and the history lists it', async ({
  page,
  cairn,
  organisation,
}) => {
  const { me, accountId } = await keepSignInAs(page, organisation, 'admin')
  const colleague = await organisation.member('Grace Hopper', 'user')
  await cairn.database`delete from public.notifications where user_id = ${me.id}`
  const [system] = await cairn.database<{ id: string }[]>`
    insert into public.systems (account_id, name, owner_id, created_by)
    values (${accountId}, 'Ledger', ${me.id}, ${me.id}) returning id`
  const id = system?.id ?? ''

  await test.step('an admin lets assistants suggest edits', async () => {
    await page.goto('/settings/assistants')
    await page.getByRole('switch', { name: 'Assistants may suggest edits' }).press('Space')
    await expect(page.getByText('Settings saved').first()).toBeVisible()
  })

  await test.step('the assistant of a colleague suggests one', async () => {
    const token = await arrangeToken(cairn, accountId, colleague.id)
    const assistant = await assistantOf(new URL(page.url()).origin, token)
    const args = { kind: 'system', id, field: 'vendor', value: 'Acme', why: 'It is on the invoice.' }
    const answer = await assistant.callTool({ name: 'suggest_edit', arguments: args })
    await assistant.close()
    expect(answer.isError).not.toBe(true)
  })

  await test.step('the owner is notified, and accepts', async () => {
    await page.goto('/notifications')
    await page.getByRole('link', { name: 'An assistant of Grace Hopper suggests an edit of Ledger.' }).click()
    const card = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Suggested Edits' }) })
    await expect(card).toContainText('test-assistant for Grace Hopper')
    await expect(card).toContainText('It is on the invoice.')
    await card.getByRole('button', { name: 'Accept' }).click()
    await expect(card).toHaveCount(0)
  })

  await test.step('the history tells of it', async () => {
    await page.goto(`/systems/${id}`)
    await expect(page.getByText('Acme').first()).toBeVisible()
    // The page of a record shows its history at once.
    await expect(page.getByRole('listitem').filter({ hasText: 'Vendor' }).first()).toContainText(me.name)
  })
})
