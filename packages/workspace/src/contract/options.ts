import type { Workspace } from '../port/workspace.ts'

export interface ContractOptions {
  /** The implementation's name, for the report. */
  name: string
  open: () => Workspace | Promise<Workspace>
  /** Whether the implementation keeps writes; one that does not must refuse every write as guest mode. */
  keepsWrites: boolean
  /** The code that an authenticator app with this secret shows; null where no app can be added. */
  codeOfApp: ((secret: string) => string) | null
  /** Lets time pass where the implementation waits for it. */
  settle?: <T>(answer: Promise<T>) => Promise<T>
}
