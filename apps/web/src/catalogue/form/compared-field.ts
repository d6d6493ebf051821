import type { ReactNode } from 'react'
import type { FormPart } from './conflict.ts'

/** How a part of a form is shown where two states of it are compared. */
export interface ComparedField<Form> extends FormPart<Form> {
  label: string
  show: (form: Form) => ReactNode
}

/** The same of a field that the form has by this name. */
export function comparedField<Form>(
  name: keyof Form & string,
  label: string,
  show: (form: Form) => ReactNode,
): ComparedField<Form> {
  return {
    id: name,
    label,
    show,
    read: (form) => form[name],
    take: (form, from) => ({ ...form, [name]: from[name] }),
  }
}
