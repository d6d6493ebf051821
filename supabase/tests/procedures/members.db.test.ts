import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ID, type Person } from '../support/cast.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  await stage.admin`
    update public.profiles set bio = 'Knows bills', job_role = 'Clerk', department = 'Finance' where id = ${ID.user}`
})
afterAll(() => stage?.close())

/** Shows all four of the user's switches in turn to an actor. */
async function seenWith(
  [email, bio, job, department]: readonly [boolean, boolean, boolean, boolean],
  viewer: Person,
  question: string,
): Promise<Record<string, unknown> | undefined> {
  await stage.as(
    'user',
    (tx) => tx`select public.update_privacy_settings(${email}, ${bio}, ${job}, ${department})`,
    { keep: true },
  )
  const rows = await stage.as(viewer, (tx) =>
    tx.unsafe(`select to_jsonb(seen) as seen from ${question} seen`),
  )
  return rows.map(({ seen }) => seen).find(({ id }) => id === ID.user)
}

const TEAM = `public.get_secure_team_member_profiles('${ID.acme}')`
const PROFILE = `public.get_member_profile('${ID.user}')`

describe('get_secure_team_member_profiles', () => {
  it('[DATA-14] [TEAM-46] always shows name, avatar and initials', async () => {
    expect(await seenWith([false, false, false, false], 'viewer', TEAM)).toEqual({
      id: ID.user,
      name: 'Uma User',
      avatar: null,
      initials: 'UU',
      display_email: null,
      job_role: null,
      department: null,
    })
  })

  it('[TEAM-45] [TEAM-47] shows what a member lets others see, the address masked', async () => {
    for (const viewer of ['viewer', 'admin'] as const) {
      expect(await seenWith([true, true, true, true], viewer, TEAM)).toMatchObject({
        display_email: 'um********',
        job_role: 'Clerk',
        department: 'Finance',
      })
    }
    expect(await seenWith([false, true, true, false], 'viewer', TEAM)).toMatchObject({
      display_email: null,
      job_role: 'Clerk',
      department: null,
    })
  })

  it('[DIS-38] shows people themselves in full, whatever others may see', async () => {
    expect(await seenWith([false, false, false, false], 'user', TEAM)).toMatchObject({
      display_email: 'uma@acme.test',
      job_role: 'Clerk',
      department: 'Finance',
    })
  })

  it('[CALL-66] lists all members of the account by name', async () => {
    const rows = await stage.as('viewer', (tx) => tx.unsafe(`select * from ${TEAM}`))
    expect(rows.map(({ name }) => name)).toEqual([
      'Ada Admin',
      'Cleo Colleague',
      'Dan Deputy',
      'Mia Manager',
      'Uma User',
      'Vic Viewer',
    ])
  })

  it.each([
    ['Ann', 'A'],
    ['ann lee', 'AL'],
    ['Ann Maria van der Lee', 'AL'],
    ['王 小明', '王小'],
  ])('makes of %s the initials %s', async (name, initials) => {
    const [row] = await stage.admin`select private.initials(${name}) as initials`
    expect(row).toEqual({ initials })
  })
})

describe('[DIS-05] get_member_profile', () => {
  it('[GAP-16] shows a bio where it is visible, and what is visible to all', async () => {
    expect(await seenWith([true, true, true, true], 'viewer', PROFILE)).toEqual({
      id: ID.user,
      name: 'Uma User',
      avatar: null,
      initials: 'UU',
      display_email: 'um********',
      bio: 'Knows bills',
      job_role: 'Clerk',
      department: 'Finance',
      permission_level: 'user',
      knowledge_areas: [],
      contribution_count: expect.any(Number),
      joined_at: expect.anything(),
    })
  })

  it('hides what is hidden, from admins too', async () => {
    for (const viewer of ['viewer', 'admin'] as const) {
      expect(await seenWith([false, false, false, false], viewer, PROFILE)).toMatchObject({
        display_email: null,
        bio: null,
        job_role: null,
        department: null,
      })
    }
    expect(await seenWith([false, false, false, false], 'user', PROFILE)).toMatchObject({
      display_email: 'uma@acme.test',
      bio: 'Knows bills',
    })
  })
})

describe('update_privacy_settings', () => {
  it('[CALL-70] changes the caller’s own switches, and no other person’s', async () => {
    const switches = `
      select id, privacy_email_visible, privacy_bio_visible, privacy_job_visible, privacy_department_visible
      from public.profiles where id <> '${ID.viewer}' order by id`
    const before = await stage.admin.unsafe(switches)
    const [own] = await stage.as('viewer', async (tx) => {
      await tx`select public.update_privacy_settings(true, true, false, false)`
      return tx`
        select privacy_email_visible, privacy_bio_visible, privacy_job_visible, privacy_department_visible
        from public.get_my_profile()`
    })
    expect(own).toEqual({
      privacy_email_visible: true,
      privacy_bio_visible: true,
      privacy_job_visible: false,
      privacy_department_visible: false,
    })
    expect(await stage.admin.unsafe(switches)).toEqual(before)
  })

  it('refuses a switch that is neither on nor off', async () => {
    const call = 'select public.update_privacy_settings(true, null, false, false)'
    expect(await stage.outcome('viewer', call)).toEqual({ refused: '22023' })
  })
})
