import { afterAll, beforeAll, expect, it } from 'vitest'
import { ID } from '../support/cast.ts'
import { become, openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

const CHAT = 'https://chat.acme.test/dm/uma'

/** How a person is reached for another, once the user has said it of themselves. */
async function contactFor(
  viewer: 'viewer' | 'admin' | 'rival' | 'user',
  [chat, shows]: readonly [string | null, boolean | null],
  person: string = ID.user,
) {
  return stage.as('user', async (tx) => {
    await tx`select public.set_my_contact(${chat}, ${shows})`
    await become(tx, viewer)
    const [row] = await tx<{ contact: unknown }[]>`select public.get_contact(${person}) as contact`
    return row?.contact
  })
}

it('members of the account read the chat link, and the whole address only where it is shown', async () => {
  for (const viewer of ['viewer', 'admin', 'user'] as const) {
    expect(await contactFor(viewer, [` ${CHAT} `, false])).toEqual({ chat_url: CHAT, email: null })
    expect(await contactFor(viewer, ['', true])).toEqual({ chat_url: '', email: 'uma@acme.test' })
  }
})

it('shows nothing of a member before they say it, and nothing once they take it back', async () => {
  const nothing = { chat_url: '', email: null }
  expect(await contactFor('viewer', [CHAT, true], ID.admin)).toEqual(nothing)
  expect(await contactFor('viewer', [null, null])).toEqual(nothing)
})

it('tells another account nothing, neither of a member nor that there is one', async () => {
  expect(await contactFor('rival', [CHAT, true])).toBeNull()
  expect(await contactFor('rival', [CHAT, true], ID.nobody)).toBeNull()
})

it('tells a token nothing, whatever its scopes are', async () => {
  const seen = await stage.as('user', async (tx) => {
    await tx`select public.set_my_contact(${CHAT}, true)`
    const [row] = await tx<{ contact: unknown }[]>`
      select public.get_contact(${ID.user}) as contact
      from (
        select set_config('request.jwt.claims', jsonb_set(
          current_setting('request.jwt.claims')::jsonb, '{scope}', '"people:read"'
        )::text, true) as claims
        offset 0
      ) as scoped
      where scoped.claims is not null`
    return row?.contact
  })
  expect(seen).toBeNull()
})

it.each([
  'javascript:alert(1)',
  'slack://user?id=U1',
  'mailto:uma@acme.test',
  'chat.acme.test/dm',
  'https://user:secret@chat.acme.test',
  `https://chat.acme.test/${'x'.repeat(2000)}`,
])('refuses %s as a chat link', async (chat) => {
  expect(await stage.outcome('user', `select public.set_my_contact('${chat}', false)`)).toEqual({
    refused: '23514',
  })
})

it('changes nobody else, not even for a manager who writes the table', async () => {
  const others = () =>
    stage.admin`select id, chat_url, shows_email from public.profiles where id <> ${ID.viewer} order by id`
  const before = await others()
  await stage.as('viewer', (tx) => tx`select public.set_my_contact(${CHAT}, true)`)
  expect(await others()).toEqual(before)
  for (const column of [`chat_url = '${CHAT}'`, 'shows_email = true'])
    expect(await stage.outcome('manager', `update public.profiles set ${column}`)).toEqual({
      refused: '42501',
    })
  expect(await stage.outcome('viewer', 'select chat_url, shows_email from public.profiles')).toEqual({
    refused: '42501',
  })
})
