import { expect, it } from 'vitest'
import { textOfRecord } from './marked.ts'

/** Bytes as variation selectors, and as tags: what such texts smuggle to a model. */
const selectors = String.fromCodePoint(...[0xfe00, 0xfe0f, 0xe0100, 0xe01ef, 0xe0150])
const tags = String.fromCodePoint(...[...'ignore'].map((letter) => 0xe0000 + letter.charCodeAt(0)), 0xe007f)

it.each([
  ['variation selectors', `Led${selectors}ger`],
  ['tags', `Led${tags}ger`],
  ['fillers of Hangul', 'Led\u115f\u1160\u3164\uffa0ger'],
  [
    'selectors of Mongolian, and vowels of Khmer that have no shape',
    'Led\u180b\u180c\u180d\u180f\u17b4\u17b5ger',
  ],
  ['marks of direction and zero-width characters', '\u202eLed\u200b\u200d\u2060\u2064\u2066\ufeff\u00adger'],
  ['joiners of graphemes, the empty Braille pattern and halves', 'Led\u034f\u2800\ud83dger'],
  ['controls', 'Led\u0000\u001b\u009bger'],
  ['private characters', 'Led\ue000\u{f0000}ger'],
])('%s do not reach assistants', (_, text) => {
  expect(textOfRecord(text)).toBe('Ledger')
})

it('keeps visible characters: emoji, other scripts, lines', () => {
  expect(textOfRecord('I ❤\ufe0f 한글\tשלום\nनमस्ते')).toBe('I ❤ 한글\tשלום\nनमस्ते')
})

it('counts no hidden characters towards the length of a shortened text', () => {
  expect(textOfRecord(`${selectors.repeat(100)}abcdef`, 5)).toBe('abcd…')
})
