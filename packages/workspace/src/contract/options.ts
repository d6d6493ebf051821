import type { Workspace } from '../port/workspace.ts'

export interface ContractOptions {
  /** The implementation's name, for the report. */
  name: string
  open: () => Workspace | Promise<Workspace>
  /** Whether it keeps what is written; one that does not must refuse every write as guest mode. */
  keepsWrites: boolean
  /** What an authenticator app with this secret shows; null where none can be added. */
  codeOfApp: ((secret: string) => string) | null
  /** Lets time pass where the implementation waits for it. */
  settle?: <T>(answer: Promise<T>) => Promise<T>
}
