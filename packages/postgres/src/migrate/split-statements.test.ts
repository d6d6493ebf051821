import { describe, expect, it } from 'vitest'
import { splitStatements } from './split-statements.ts'

const texts = (script: string) => splitStatements(script).map((statement) => statement.text)

describe('splitStatements', () => {
  it.each([
    ['plain statements', 'select 1; select 2;', ['select 1;', 'select 2;']],
    ['a last one without a semicolon', 'select 1; select 2', ['select 1;', 'select 2']],
    ['a semicolon in a string', "select 'a;b'; select 2;", ["select 'a;b';", 'select 2;']],
    ['a doubled quote', "select 'it''s; fine'; select 2;", ["select 'it''s; fine';", 'select 2;']],
    ['an escaped quote', "select e'\\';'; select 2;", ["select e'\\';';", 'select 2;']],
    ['a quoted name', 'select 1 as "a;b"; select 2;', ['select 1 as "a;b";', 'select 2;']],
    ['a dollar quote', 'do $$ begin; end $$; select 2;', ['do $$ begin; end $$;', 'select 2;']],
    ['nested dollar quotes', 'do $a$ x $b$; $b$; $a$; select 2;', ['do $a$ x $b$; $b$; $a$;', 'select 2;']],
    ['a line comment', 'select 1 -- no; end\n; select 2;', ['select 1 -- no; end\n;', 'select 2;']],
    ['nested block comments', '/* a; /* b; */ c; */ select 1;', ['select 1;']],
    ['only comments', '-- nothing\n/* here; */ ;', []],
    [
      'a SQL-standard body',
      'create function f() returns int begin atomic select 1; select 2; end; select 3;',
      ['create function f() returns int begin atomic select 1; select 2; end;', 'select 3;'],
    ],
  ])('keeps together %s', (_, script, expected) => {
    expect(texts(script)).toEqual(expected)
  })

  it('tells the line on which each statement begins, past the comments before it', () => {
    const script = '-- why\nselect 1;\n\n-- and\nselect\n  2;\n'
    expect(splitStatements(script).map((statement) => statement.line)).toEqual([2, 5])
  })
})
