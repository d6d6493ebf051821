import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ID, type Person } from '../support/cast.ts'
import { freshEmail, newcomers } from '../support/newcomers.ts'
import { openStage, type Stage } from '../support/stage.ts'
import { keepTurns } from '../support/turns.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

const { arrangeInvitation, end, tokenOf } = newcomers(() => stage)

describe('validate_invitation', () => {
  const ask = async (token: string | null, from = '192.0.2.1') => {
    const [row] = await stage.as(
      'anonymous',
      (tx) => tx`select public.validate_invitation(${token}) as answer`,
      { from },
    )
    return row?.['answer']
  }
  const unknown = {
    valid: false,
    reason: 'invalid_or_expired',
    account_name: null,
    inviter_name: null,
    expires_at: null,
  }

  it('[DATA-18] [INV-12] answers account, inviter and expiry of an open one, and nothing else', async () => {
    expect(await ask(await tokenOf(ID.invitation))).toEqual({
      valid: true,
      reason: null,
      account_name: 'Acme',
      inviter_name: 'Ada Admin',
      expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })
  })

  it('[INV-30] does not tell unknown, expired, revoked and accepted ones apart', async () => {
    const ended = ['expires_at', 'declined_at', 'accepted_at'].map(async (column) => {
      const { id, token } = await arrangeInvitation(freshEmail())
      await end(id, column)
      return ask(token)
    })
    expect(await Promise.all(ended)).toEqual([unknown, unknown, unknown])
    const [row] = await stage.admin<[{ hash: string }]>`
      select invitation_token as hash from public.pending_invitations where id = ${ID.invitation}`
    const made = [null, '', 'x', 'x'.repeat(1_000_000), '‮', ID.invitation, row.hash]
    expect(await Promise.all(made.map((token) => ask(token)))).toEqual(made.map(() => unknown))
  })

  it('is asked sixty times a minute by one peer', async () => {
    await stage.as(
      'anonymous',
      async (tx) => {
        for (let turn = 0; turn < 60; turn += 1) await tx`select public.validate_invitation('x')`
      },
      { from: '192.0.2.9', keep: true },
    )
    await keepTurns(stage.admin)
    await expect(ask('x', '192.0.2.9')).rejects.toMatchObject({ code: 'PT429' })
    expect(await ask('x', '192.0.2.10')).toEqual(unknown)
    expect(await ask(await tokenOf(ID.invitation), '192.0.2.9')).toMatchObject({ valid: true })
  })
})

describe('[GAP-07] get_invitation_recipient', () => {
  const ask = async (person: Person, token: string) => {
    const [row] = await stage.as(
      person,
      (tx) => tx`select public.get_invitation_recipient(${token}) as answer`,
    )
    return row?.['answer']
  }

  it('answers the masked address to others, and the full one to the invited person', async () => {
    const token = await tokenOf(ID.invitationOfUnplaced)
    expect(await ask('rival', token)).toEqual({ mine: false, sent_to: 'lo********' })
    expect(await ask('unplaced', token)).toEqual({ mine: true, sent_to: 'lou@gmail.com' })
  })

  it('answers nothing of one that is not open', async () => {
    expect(await ask('rival', 'x')).toBeNull()
  })
})

describe('is_invited_by_single_sign_on', () => {
  it('tells whoever has the link, and nobody else, of a provider that is in use', async () => {
    const [link] = await stage.admin<[{ token: string }]>`
      select private.invitation_token(${ID.invitation}) as token`
    const answerTo = async (token: string) => {
      const [row] = await stage.as(
        'anonymous',
        (tx) => tx`select public.is_invited_by_single_sign_on(${token}) as answer`,
      )
      return row?.['answer']
    }
    expect(await answerTo(link.token)).toBe(false)
    const provider = randomUUID()
    await stage.auth`insert into auth.sso_providers (id) values (${provider})`
    await stage.auth`insert into auth.sso_domains (sso_provider_id, domain) values (${provider}, 'else.test')`
    expect(await answerTo(link.token)).toBe(true)
    expect(await answerTo(`${link.token}x`)).toBe(false)
    await stage.auth`update auth.sso_providers set disabled = true where id = ${provider}`
    expect(await answerTo(link.token)).toBe(false)
    await stage.auth`delete from auth.sso_providers where id = ${provider}`
  })
})
