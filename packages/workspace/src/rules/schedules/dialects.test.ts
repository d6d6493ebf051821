import { expect, it } from 'vitest'
import { DIALECTS } from './dialects.examples.ts'
import { plainSchedule } from './dialects.ts'

it.each(DIALECTS)('reads %s as %s', (text, cron, timeZone) => {
  expect(plainSchedule(text)).toEqual({ cron, timeZone })
})
