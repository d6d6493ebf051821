import type { FieldValue } from '@cairn/workspace/port/records/fields'
import { coloredOptions } from '@/ui/picker/colored-options.tsx'
import type { PickerOption } from '@/ui/picker/list-picker.tsx'
import type { RecordField } from './field.ts'
import { choiceOf } from './field-text.ts'

/** The choices of a field for a list to pick from, and behind them what the record has and an admin has taken away. */
export function choiceOptions(
  field: RecordField,
  value: FieldValue | null | undefined,
): readonly PickerOption[] {
  const ids = [value].flat().filter((id) => typeof id === 'string')
  const gone = ids.filter((id) => field.choices.every((choice) => choice.id !== id))
  const options = coloredOptions(gone.map((id) => choiceOf(field, id)))
  return [...coloredOptions(field.choices), ...options.map((option) => ({ ...option, muted: true }))]
}
