import { type Phrase, phrase } from '@cairn/workspace/lib/phrase'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useTeam } from '@/shared/people/use-team.ts'
import { Button } from '@/ui/button/button.tsx'
import type { ComparedField } from './compared-field.ts'
import type { Side } from './conflict.ts'
import { FormNotice } from './form-notice.tsx'

/** The words for the choice between the values that others have saved and those that the user is about to save. */
interface ConflictWords {
  /** For a person whose name is not known. */
  title: Phrase
  titleWithName: Phrase
  text: Phrase
  mine: Phrase
  keepMine: Phrase
}

/** For a user who edits. */
export const EDITING: ConflictWords = {
  title: phrase('Someone else changed this while you were editing.'),
  titleWithName: phrase('{{name}} changed this while you were editing.'),
  text: phrase('Nothing is saved yet. Choose what to keep, then save again.'),
  mine: phrase('Yours'),
  keepMine: phrase('Keep all of yours'),
}

/** For a user who restores what was. */
export const RESTORING: ConflictWords = {
  title: phrase('Someone else has just changed this.'),
  titleWithName: phrase('{{name}} has just changed this.'),
  text: phrase('Nothing is restored yet. Choose what to keep, then save.'),
  mine: phrase('Restored'),
  keepMine: phrase('Keep all restored values'),
}

interface ConflictChooserProps<Form> {
  words: ConflictWords
  /** The other user; null where that is not known. */
  by: string | null
  fields: readonly Pick<ComparedField<Form>, 'id' | 'label' | 'show'>[]
  theirs: Form
  mine: Form
  /** The chosen side of each field in dispute. */
  choices: ReadonlyMap<string, Side>
  onChange: (choices: ReadonlyMap<string, Side>) => void
}

/**
 * Shows the values that another user has saved meanwhile beside those that this one is about to save, to choose between
 * them field by field.
 */
export function ConflictChooser<Form>(props: ConflictChooserProps<Form>) {
  const { words, by, fields, theirs, mine, choices, onChange } = props
  const { t } = useTranslation()
  const { members } = useTeam()
  const name = members.find(({ id }) => id === by)?.name
  const all = (side: Side) => onChange(new Map([...choices.keys()].map((id) => [id, side])))
  return (
    <div className="flex flex-col gap-4">
      <FormNotice title={name ? t(words.titleWithName, { name }) : t(words.title)} text={t(words.text)} />
      {choices.size > 1 && (
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" size="sm" onClick={() => all('theirs')}>
            {t('Keep all of theirs')}
          </Button>
          <Button variant="outline" size="sm" onClick={() => all('mine')}>
            {t(words.keepMine)}
          </Button>
        </div>
      )}
      {fields.map(({ id, label, show }) => {
        const choice = choices.get(id)
        return (
          choice && (
            <SideChoice
              key={id}
              label={label}
              titles={{ theirs: t('Theirs'), mine: t(words.mine) }}
              sides={{ theirs: show(theirs), mine: show(mine) }}
              choice={choice}
              onChange={(side) => onChange(new Map(choices).set(id, side))}
            />
          )
        )
      })}
    </div>
  )
}

interface SideChoiceProps {
  label: string
  titles: Record<Side, string>
  sides: Record<Side, ReactNode>
  choice: Side
  onChange: (side: Side) => void
}

const SIDES = ['theirs', 'mine'] as const

/** A field in its two states. */
function SideChoice({ label, titles, sides, choice, onChange }: SideChoiceProps) {
  const { t } = useTranslation()
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-sm">{label}</legend>
      <div className="grid grid-cols-2 gap-2 max-md:grid-cols-1">
        {SIDES.map((side) => (
          <label
            key={side}
            className="flex min-w-0 flex-col gap-1 rounded-md border bg-card px-3 py-2 text-sm transition-colors duration-100 hover:border-input has-checked:border-primary has-checked:bg-primary-soft has-focus-visible:outline-2 has-focus-visible:outline-ring has-focus-visible:outline-offset-2"
          >
            <span className="flex items-center gap-2 text-muted-foreground text-xs">
              <input
                type="radio"
                name={name}
                checked={choice === side}
                onChange={() => onChange(side)}
                className="accent-primary"
              />
              {titles[side]}
            </span>
            <span dir="auto" className="wrap-anywhere max-h-40 overflow-y-auto whitespace-pre-line">
              {sides[side] || <span className="text-muted-foreground">{t('Empty')}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
