import type { Transaction } from './transaction.ts'

export interface SamlKeyRow {
  certificate: string
  private_key_sealed: Uint8Array
}

export async function readSamlKey(tx: Transaction): Promise<SamlKeyRow | null> {
  const [row] = await tx<SamlKeyRow[]>`select certificate, private_key_sealed from auth.saml_keys`
  return row ?? null
}

/** Keeps the key unless another server was faster; then its key counts. */
export async function insertSamlKey(tx: Transaction, key: SamlKeyRow): Promise<void> {
  await tx`
    insert into auth.saml_keys (certificate, private_key_sealed)
    values (${key.certificate}, ${Buffer.from(key.private_key_sealed)})
    on conflict do nothing`
}
