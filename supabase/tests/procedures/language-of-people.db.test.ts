import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ID } from '../support/cast.ts'
import { newcomers } from '../support/newcomers.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())
beforeEach(() => stage.admin`delete from public.notification_preferences`)

const { arrangeInvitation } = newcomers(() => stage)

/** Stores user metadata as the auth server does. */
const keep = (userId: string, metadata: object) => stage.auth`
  update auth.users set raw_user_meta_data = ${JSON.stringify(metadata)}::text::jsonb where id = ${userId}`

/** The language settings that mails use, with the version of the row. */
async function kept(userId: string = ID.user) {
  const [row] = await stage.admin`
    select language, time_zone, email, weekly_digest, xmin::text as version from public.notification_preferences
    where user_id = ${userId}`
  return row
}

describe('the language of a person', () => {
  it('[I18N-02] follows the user metadata, with the time zone; nothing is written twice', async () => {
    await keep(ID.user, { name: 'Uma', language: 'de', time_zone: 'Europe/Berlin' })
    const first = await kept()
    expect(first).toMatchObject({
      language: 'de',
      time_zone: 'Europe/Berlin',
      email: true,
      weekly_digest: false,
    })
    await keep(ID.user, { name: 'Other', language: 'de', time_zone: 'Europe/Berlin' })
    expect(await kept()).toEqual(first)
    await keep(ID.user, { language: 'fr', time_zone: 'America/New_York' })
    expect(await kept()).toMatchObject({ language: 'fr', time_zone: 'America/New_York' })
    await keep(ID.user, {})
    expect(await kept()).toMatchObject({ language: null, time_zone: null })
  })

  it('counts as none where there is no such language or time zone', async () => {
    await keep(ID.user, { name: 'Uma' })
    expect(await kept()).toBeUndefined()
    const zones = ['Mars/Olympus', '', 'europe/madrid', '+02:00', `'; drop table x`, { a: 1 }, 7, null]
    for (const time_zone of zones) {
      await keep(ID.user, { language: 'es', time_zone })
      expect(await kept()).toMatchObject({ language: 'es', time_zone: null })
    }
    for (const language of ['it', 'EN', '', 'de-DE', ['de'], 3, null]) {
      await keep(ID.user, { language, time_zone: 'Europe/Paris' })
      expect(await kept()).toMatchObject({ language: null, time_zone: 'Europe/Paris' })
    }
  })

  it('comes along with the sign-up, once the address is confirmed', async () => {
    const id = randomUUID()
    await stage.admin`
      insert into auth.users (id, email, raw_user_meta_data)
      values (${id}, 'leo@acme.test', '{"name": "Leo", "language": "fr"}')`
    expect(await kept(id)).toBeUndefined()
    await stage.admin`
      update auth.users set email_confirmed_at = now() where id = ${id}`
    expect(await kept(id)).toMatchObject({ language: 'fr' })
  })
})

describe('the hook language_of_recipient', () => {
  const ask = async (event: object) => {
    const [row] = await stage.auth<[{ answer: { language: string | null } }]>`
      select public.language_of_recipient(${JSON.stringify(event)}::text::jsonb) as answer`
    return row.answer.language
  }

  it('knows the language of a person by id and by address', async () => {
    await keep(ID.user, { language: 'fr' })
    const [person] = await stage.admin<[{ email: string }]>`
      select email from public.profiles where id = ${ID.user}`
    expect(await ask({ user_id: ID.user, email: null, invited: false })).toBe('fr')
    expect(await ask({ user_id: null, email: person.email.toUpperCase(), invited: false })).toBe('fr')
    expect(await ask({ user_id: ID.viewer, email: null, invited: false })).toBeNull()
    expect(await ask({ user_id: null, email: 'nobody@else.test', invited: false })).toBeNull()
    expect(await ask({})).toBeNull()
  })

  it('takes the inviter’s for an invitation whose recipient never chose one', async () => {
    const email = `invited.${randomUUID()}@else.test`
    await arrangeInvitation(email, { account: ID.rivals, by: ID.rival })
    await keep(ID.rival, { language: 'de' })
    expect(await ask({ user_id: null, email, invited: true })).toBe('de')
    expect(await ask({ user_id: null, email, invited: false })).toBeNull()
    await keep(ID.user, { language: 'es' })
    expect(await ask({ user_id: ID.user, email, invited: true })).toBe('es')
  })

  it('answers the auth server alone', async () => {
    for (const actor of ['anonymous', 'admin', 'service'] as const) {
      const asked = await stage.outcome(actor, `select public.language_of_recipient('{}')`)
      expect(asked).toEqual({ refused: '42501' })
    }
  })
})
