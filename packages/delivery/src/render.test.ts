import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { render } from './render.ts'

describe('render', () => {
  test('fills what it knows, and leaves the rest empty', () => {
    expect(
      render('{{ .A }}-{{.B.C}}-{{ .B.toString }}-{{ .Missing.Deep }}', { A: 'a', B: { C: 'c' } }, 'text'),
    ).toBe('a-c--')
  })

  test('escapes for HTML, in text and in attributes', () => {
    const hostile = `"><img src=x onerror='x'>&`
    expect(render('<a title="{{ .A }}">{{ .A }}</a>', { A: hostile }, 'html')).toBe(
      '<a title="&quot;&gt;&lt;img src=x onerror=&#39;x&#39;&gt;&amp;">&quot;&gt;&lt;img src=x onerror=&#39;x&#39;&gt;&amp;</a>',
    )
    expect(render('{{ .A }}', { A: hostile }, 'text')).toBe(hostile)
  })

  test('never reads a value as template, nor as replacement pattern', () => {
    expect(render('{{ .A }}', { A: '{{ .Secret }} $& $1', Secret: 's' }, 'text')).toBe('{{ .Secret }} $& $1')
  })

  test('knows conditions', () => {
    const template = 'Hello{{ if .Data.name }} {{ .Data.name }}{{ else }} you{{ end }}!'
    expect(render(template, { Data: { name: 'Ada' } }, 'text')).toBe('Hello Ada!')
    expect(render(template, { Data: {} }, 'text')).toBe('Hello you!')
    expect(render('a{{- if .X -}} b {{- end -}}c', {}, 'text')).toBe('ac')
  })

  test('knows lists, also within conditions', () => {
    const template =
      '{{ if .Lines }}<ul>{{ range .Lines }}<li>{{ .text }}{{ if .url }}!{{ end }}</li>{{ end }}</ul>{{ else }}none{{ end }}'
    const lines = [{ text: 'A & B', url: 'x' }, { text: '{{ .text }}' }]
    expect(render(template, { Lines: lines }, 'html')).toBe(
      '<ul><li>A &amp; B!</li><li>{{ .text }}</li></ul>',
    )
    expect(render(template, { Lines: [] }, 'html')).toBe('none')
    expect(render(template, { Lines: 'text' }, 'html')).toBe('<ul></ul>')
  })

  test('goes on with what is not whole', () => {
    expect(render('a{{ end }}b{{ else }}c{{ if .X }}d', { X: 'x' }, 'text')).toBe('abcd')
  })
})

describe.each(['confirmation', 'existing-account'])('the template %s', (name) => {
  const folder = join(import.meta.dirname, '../../../supabase/templates')
  const values = {
    SiteURL: 'https://cairn.test',
    TokenHash: 'tok-en_1',
    Email: 'ada@example.org',
    Data: { name: 'Ada' },
  }

  test.each(['html', 'text'] as const)('is filled without a rest (%s)', async (format) => {
    const template = await readFile(join(folder, `${name}.${format === 'html' ? 'html' : 'txt'}`), 'utf8')
    const filled = render(template, values, format)
    expect(filled).not.toMatch(/\{\{|\}\}|undefined/)
    expect(filled).toContain('ada@example.org')
    const link = name === 'confirmation' ? '/auth/confirm?token_hash=tok-en_1&type=signup' : '/auth'
    expect(filled).toContain(`https://cairn.test${format === 'html' ? link.replace('&', '&amp;') : link}`)
    // Nothing is loaded from anywhere when the mail is opened.
    expect(filled).not.toMatch(/<img|@import|url\(|<link/)
  })
})
