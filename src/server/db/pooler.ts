import pg from 'pg'

/** SQLSTATEs of a prepared statement that the connection does not have, or has already. */
const STATEMENT = ['26000', '42P05']

/** The sentence for the operator when `keepsStatements` returns false. */
export const FORGETS_STATEMENTS =
  'DATABASE_URL: entre este programa y PostgreSQL hay un repartidor de conexiones que pierde las sentencias preparadas. Ponlo en modo de sesión, o usa PgBouncer 1.21 o posterior con max_prepared_statements mayor que 0.'

/**
 * Returns false when a pooler in transaction mode loses prepared statements: prepares one, lets another client take that
 * connection of the pooler, and runs the statement again. Returns true when the database does not answer.
 */
export async function keepsStatements(databaseUrl: string): Promise<boolean> {
  const newClient = (): pg.Client => {
    const client = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
    })
    // The waiting query gets the error.
    client.on('error', () => undefined)
    return client
  }
  const [one, other] = [newClient(), newClient()]
  const prepared = { name: 'comprobacion', text: 'select 1 as uno' }
  try {
    await one.connect()
    await other.connect()
    await one.query(prepared)
    await other.query('begin')
    await one.query(prepared)
    return true
  } catch (error) {
    // Any other error is reported by the first request that meets it.
    return !(error instanceof pg.DatabaseError && STATEMENT.includes(error.code ?? ''))
  } finally {
    await Promise.allSettled([one.end(), other.end()])
  }
}
