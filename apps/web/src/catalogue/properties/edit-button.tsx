import type { ComponentProps, KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '@/lib/cn.ts'
import { areSingleKeysOn } from '@/shared/keys.ts'

interface EditButtonProps extends Omit<ComponentProps<'button'>, 'onKeyDown'> {
  /** The label of the property. */
  label: string
}

/**
 * Lies under the value of a property, and opens its editor: by a press, Enter or `e`. The arrow keys lead to the
 * properties before and after it.
 */
export function EditButton({ label, className, ...rest }: EditButtonProps) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      data-property
      aria-label={t('Change {{name}}', { name: label })}
      onKeyDown={pressOnKey}
      className={cn(
        'absolute print:hidden base:inset-0 base:rounded-md transition-colors duration-100 hover:bg-accent aria-expanded:bg-accent',
        className,
      )}
      {...rest}
    />
  )
}

/** Lets presses on a value reach the button under it; links and buttons in the value stay their own, and leave it room. */
export const OVER_BUTTON =
  'pointer-events-none relative pr-8 [&_a]:pointer-events-auto [&_button]:pointer-events-auto'

const PROPERTY = '[data-property]'
const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 }

function pressOnKey(event: KeyboardEvent<HTMLButtonElement>): void {
  const { key, currentTarget } = event
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const by = STEPS[key]
  if (by !== undefined) {
    const all = [
      ...(currentTarget.closest('[data-properties]')?.querySelectorAll<HTMLElement>(PROPERTY) ?? []),
    ]
    event.preventDefault()
    // Beside a list they would step to another record.
    event.stopPropagation()
    all[all.indexOf(currentTarget) + by]?.focus()
  } else if (key === 'e' && areSingleKeysOn()) {
    event.preventDefault()
    currentTarget.click()
  }
}
