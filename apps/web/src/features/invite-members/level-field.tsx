import { LEVELS, levelOf } from '@cairn/workspace/port/permission-level'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { permissionDescription, permissionLabel } from '@/shared/people/permission-label.ts'
import { Field } from '@/ui/form/field.tsx'
import { Select } from '@/ui/form/select.tsx'

interface LevelFieldProps extends ComponentProps<typeof Select> {
  /** The chosen level, as far as it is one. */
  chosen: string
  error?: ReactNode
}

/** Chooses a permission level, and says what it may. */
export function LevelField({ chosen, error, ...rest }: LevelFieldProps) {
  const { t } = useTranslation()
  const level = levelOf(chosen)
  return (
    <Field label={t('Permission Level')} error={error} hint={level && permissionDescription(level, t)}>
      <Select {...rest}>
        {LEVELS.map((known) => (
          <option key={known} value={known}>
            {permissionLabel(known, t)}
          </option>
        ))}
      </Select>
    </Field>
  )
}
