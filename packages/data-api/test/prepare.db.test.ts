import { testDatabase } from '@cairn/testing/test-database'
import { describe, expect, it } from 'vitest'
import { ADA, ANON, useWorkbench } from './workbench/workbench.ts'

const bench = useWorkbench(() => testDatabase('auth'))

describe('a request that was made before', () => {
  it('is answered to its caller and about the rows of now', async () => {
    const url = '/diaries?select=author'
    expect((await bench.request(url, { caller: ADA })).json).toEqual([{ author: 'Ada' }])
    expect(await bench.request(url, { caller: ANON })).toMatchObject({ status: 401, json: { code: '42501' } })
    await bench.admin`delete from public.diaries`
    expect((await bench.request(url, { caller: ADA })).json).toEqual([])
  })

  it('is another one with another header or method', async () => {
    const url = '/people?select=id&order=id&limit=2'
    expect((await bench.request(url)).json).toEqual([{ id: 1 }, { id: 2 }])
    expect((await bench.request(url, { headers: { range: '1-1' } })).json).toEqual([{ id: 2 }])
    expect((await bench.request(url, { headers: { accept: 'text/csv' } })).text).toBe('id\n1\n2')
    expect((await bench.request(url, { method: 'HEAD' })).text).toBe('')
    expect((await bench.request(url, { headers: { prefer: 'count=exact' } })).status).toBe(206)
    expect((await bench.request(url, { headers: { 'accept-profile': 'side' } })).status).toBe(404)
    expect((await bench.request(url)).json).toEqual([{ id: 1 }, { id: 2 }])
  })

  it('is looked at again with a new schema', async () => {
    const url = '/people?select=nickname&limit=1'
    expect(await bench.request(url)).toMatchObject({ status: 400, json: { code: '42703' } })
    await bench.admin`alter table public.people add column nickname text`
    await bench.api.reloadSchema()
    expect((await bench.request(url)).json).toEqual([{ nickname: null }])
    await bench.admin`alter table public.people drop column nickname`
    expect(await bench.request(url)).toMatchObject({ status: 400, json: { code: '42703' } })
  })
})
