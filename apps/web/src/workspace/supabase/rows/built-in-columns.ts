import { z } from 'zod/mini'
import { enteredNumber, enteredOrNone, enteredText, number, text } from './entered.ts'

/** Generated from private.fields by `npm run types`: the columns of built-in fields, as requests read them. */
export const BUILT_IN_COLUMNS = {
  vendor: text,
  department: text,
  criticality: text,
  data_class: text,
  lifecycle: text,
  cost_per_month: number,
  cost_currency: text,
  renews_on: text,
}

/** The same, as what a user has entered is written. */
export const WRITTEN_COLUMNS = z.object({
  vendor: enteredText,
  department: enteredText,
  criticality: enteredOrNone,
  data_class: enteredOrNone,
  lifecycle: enteredOrNone,
  cost_per_month: enteredNumber,
  cost_currency: enteredOrNone,
  renews_on: enteredOrNone,
})
