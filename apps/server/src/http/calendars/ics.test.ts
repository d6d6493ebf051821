import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { type CalendarEvent, writeCalendar } from './ics.ts'

const EVENT: CalendarEvent = {
  id: 'renewal-1',
  title: 'Billing renews or ends',
  note: '',
  url: 'https://cairn.example/systems/1',
  changedAt: new Date('2027-03-01T08:09:10.123Z'),
  when: '2027-04-01',
}

/** Reads a calendar with the parser that Thunderbird uses. */
function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  return {
    name: calendar.getFirstPropertyValue('x-wr-calname'),
    events: calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one)),
  }
}

describe('a calendar', () => {
  it('is read by a program of others: days, moments, and the place of each', () => {
    const window = { from: new Date('2027-04-01T22:00Z'), until: new Date('2027-04-02T01:30Z') }
    const { name, events } = read(
      writeCalendar('Cairn', [EVENT, { ...EVENT, id: 'maintenance-1', note: 'New disks', when: window }]),
    )
    expect(name).toBe('Cairn')
    expect(
      events.map(({ uid, summary, description, startDate, endDate }) => ({
        uid,
        summary,
        description,
        isDay: startDate.isDate,
        from: startDate.toString(),
        until: endDate.toString(),
      })),
    ).toEqual([
      {
        uid: 'renewal-1@cairn',
        summary: 'Billing renews or ends',
        description: null,
        isDay: true,
        from: '2027-04-01',
        until: '2027-04-02',
      },
      {
        uid: 'maintenance-1@cairn',
        summary: 'Billing renews or ends',
        description: 'New disks',
        isDay: false,
        from: '2027-04-01T22:00:00Z',
        until: '2027-04-02T01:30:00Z',
      },
    ])
    expect(writeCalendar('Cairn', [EVENT])).toContain(
      'DTSTAMP:20270301T080910Z\r\nDTSTART;VALUE=DATE:20270401\r\n',
    )
  })

  it.each<[string, string]>([
    ['breaks', 'one\ntwo\r\nthree\rfour\u2028five'],
    ['marks of the format', 'a;b,c\\d:e"f\\n'],
    ['an event of its own', 'x\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:evil\r\nSUMMARY:Free money'],
    ['pictures', '👩‍👩‍👧‍👦🇪🇸'.repeat(30)],
    ['letters from right to left', 'חשבונות مرحبا '.repeat(20)],
    ['letters of three bytes', '漢'.repeat(120)],
    ['a great length', 'x'.repeat(5_000)],
    ['nothing but blanks', '   '],
  ])('keeps a name with %s, in lines of at most 75 octets', (_, title) => {
    const text = writeCalendar(title, [{ ...EVENT, title, note: title }])
    for (const line of text.split('\r\n')) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      expect(Buffer.from(line).toString('utf8')).not.toContain('\ufffd')
    }
    expect(text).not.toMatch(/[^\r]\n/)
    const { events } = read(text)
    const plain = title.replace(/\r\n?|\u2028/g, '\n')
    expect(events.map(({ uid, summary, description }) => [uid, summary, description])).toEqual([
      ['renewal-1@cairn', plain, plain],
    ])
  })

  it('leaves control characters out', () => {
    const [event] = read(writeCalendar('', [{ ...EVENT, title: 'a\u0000b\u0007c\u007f' }])).events
    expect(event?.summary).toBe('a b c ')
  })

  it('is empty without events, and the last day of a year ends in the next', () => {
    expect(read(writeCalendar('Cairn', [])).events).toEqual([])
    const [event] = read(writeCalendar('Cairn', [{ ...EVENT, when: '2027-12-31' }])).events
    expect(event?.endDate.toString()).toBe('2028-01-01')
  })
})
