import { afterAll, beforeAll, expect, it } from 'vitest'
import { ID } from '../support/cast.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

const empty = (id: string) => stage.auth`
  update auth.users set email = null, email_confirmed_at = null, deleted_at = now() where id = ${id}`

it('a person who is deleted softly is no member any more, and nothing is left of their profile', async () => {
  await empty(ID.viewer)
  expect(await stage.admin`select from public.account_members where user_id = ${ID.viewer}`).toEqual([])
  const [profile] = await stage.admin`
    select email, name, account_id, avatar, bio, job_role, department from public.profiles where id = ${ID.viewer}`
  expect(profile).toEqual({
    email: '',
    name: 'Former Member',
    account_id: null,
    avatar: null,
    bio: null,
    job_role: null,
    department: null,
  })
})

it('the last admin of an account is not deleted softly either', async () => {
  await expect(empty(ID.rival)).rejects.toMatchObject({ code: 'LA001' })
  const [member] = await stage.admin`
    select permission_level from public.account_members where user_id = ${ID.rival}`
  expect(member).toEqual({ permission_level: 'admin' })
})
