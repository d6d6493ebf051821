import { NO_AUDIT_FILTER } from '@cairn/workspace/port/audit'
import { describe, expect, test } from 'vitest'
import { fakeService, json, ME } from '../fake-service.ts'

const service = fakeService()
const OVERVIEW = 'POST /rest/v1/rpc/get_security_overview'

describe('the audit log', () => {
  test('[SEC-17] has no overview where there is no row, and no error either', async () => {
    service.answer(OVERVIEW, () => json({ code: 'PGRST116', message: 'No rows' }, 406))
    const { audit } = await service.openSignedIn()
    expect(await audit.overview()).toBeNull()
  })

  test('tells of every other failure', async () => {
    service.answer(OVERVIEW, () => json({ code: '42501', message: 'Only for administrators.' }, 403))
    const { audit } = await service.openSignedIn()
    await expect(audit.overview()).rejects.toMatchObject({ message: 'Only for administrators.' })
  })

  test('[SEC-09][SEC-04][OPEN-22] is asked for by what is wanted, and from where the last page ended', async () => {
    service.answer('POST /rest/v1/rpc/get_audit_log', () => json([]))
    const { audit } = await service.openSignedIn()
    const at = '2026-01-01T00:00:00.123456+00:00'
    expect(
      await audit.page(
        { ...NO_AUDIT_FILTER, personId: ME, until: new Date('2026-02-01T00:00:00Z') },
        { at, id: 'e1' },
      ),
    ).toEqual({ entries: [], next: null })
    expect(service.sent().at(-1)?.body).toEqual({
      person_param: ME,
      until_param: '2026-02-01T00:00:00.000Z',
      before_time: at,
      before_id: 'e1',
      rows_param: 100,
    })
  })
})
