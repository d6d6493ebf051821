import { describe, expect, it } from 'vitest'
import { parseCommandLine } from './command-line.ts'

const KNOWN =
  'It takes --check, --jobs, --retry-jobs, --project <folder>, a command (help lists them), or nothing for a start.'

describe('the command line', () => {
  it('without a word starts Cairn', () => {
    expect(parseCommandLine([])).toEqual({ kind: 'start', project: null })
  })

  it.each(['check', 'jobs', 'retry-jobs'])('asks --%s, which is a command too', (command) => {
    const asked = { kind: 'command', words: [command] }
    expect(parseCommandLine([`--${command}`])).toEqual(asked)
    expect(parseCommandLine([`--${command}`, `--${command}`])).toEqual(asked)
  })

  it('gives a command all that stands behind it', () => {
    const words = ['admin', 'ana@acme.example', '--account', '--check']
    expect(parseCommandLine(words)).toEqual({ kind: 'command', words })
  })

  it.each([[['--project', '../mine']], [['--project=../mine']]])('starts the project of %j', (args) => {
    expect(parseCommandLine(args)).toEqual({ kind: 'start', project: '../mine' })
  })

  it.each([
    [['--chek'], '--chek'],
    [['--check=true'], '--check=true'],
    [['--check', 'now'], 'now'],
    [['-project', 'mine'], '-project, mine'],
    [['--', '--unknown'], '--, --unknown'],
    [['--project', 'mine', 'twice'], 'twice'],
    [['--proyecto=mine'], '--proyecto=mine'],
  ])('refuses %j and names what it does not know', (args, unknown) => {
    expect(() => parseCommandLine(args)).toThrow(`Cairn does not know ${unknown}. ${KNOWN}`)
  })

  it('refuses two questions at once', () => {
    expect(() => parseCommandLine(['--check', '--jobs'])).toThrow('--check does not go together with --jobs.')
  })

  it.each([[['--project']], [['--project=']], [['--project', '']], [['--project', '--other']]])(
    'refuses %j, a project without a folder',
    (args) => {
      expect(() => parseCommandLine(args)).toThrow(
        '--project needs a folder: npm start -- --project <folder>',
      )
    },
  )

  it.each([[['--check', '--project', 'mine']], [['--project=mine', '--check']]])('refuses %j', (args) => {
    expect(() => parseCommandLine(args)).toThrow('--check does not go together with --project.')
  })
})
