import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const TABLES = `
  pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on;
  create table revision ("id" integer primary key, "revision" bigint not null);
  create table change_log ("revision" bigint not null, "seq" integer not null, "what" text, primary key ("revision", "seq")) without rowid;
  create table command_key ("key" text primary key, "output" text not null, "at" text not null) without rowid;
  create table movimiento ("revision" bigint primary key, "what" text) without rowid;
  create table turno ("dia" text primary key, "what" text) without rowid;
  create table compartido ("id" integer primary key, "what" text);
  create table "adminMinutoAMinuto" ("id" integer primary key, "activarReloj" integer);
  insert into revision values (1, 0);
  insert into turno values ('jueves', '');
  insert into compartido values (1, '');
  insert into "adminMinutoAMinuto" values (1, 0)`

/**
 * The rows that two commands write, by hand: no reading, no rule, no framework. What is above this is the product's; what
 * is below, the database's.
 */
export function bareTransactions(folder: string): Readonly<Record<'turno' | 'reloj', () => void>> {
  const db = new DatabaseSync(join(folder, 'a-mano.sqlite'))
  db.exec(TABLES)
  const begin = db.prepare('begin immediate')
  const bump = db.prepare('update revision set "revision" = "revision" + 1 returning "revision"')
  const log = db.prepare('insert into change_log values (?, 0, ?)')
  const key = db.prepare('insert into command_key values (?, ?, ?)')
  const commit = db.prepare('commit')
  const writes = {
    turno: [
      db.prepare('insert into movimiento values (?, ?)'),
      db.prepare(`update turno set "what" = ? || ? where "dia" = 'jueves'`),
      db.prepare('update compartido set "what" = ? || ?'),
    ],
    reloj: [db.prepare('update "adminMinutoAMinuto" set "activarReloj" = ? + length(?)')],
  }
  const what = JSON.stringify({ selectedRow: 7, competidorId: randomUUID(), more: 'x'.repeat(80) })
  const transaction = (which: keyof typeof writes) => () => {
    begin.run()
    const revision = Number(bump.get()?.['revision'])
    log.run(revision, what)
    for (const write of writes[which]) write.run(revision, what)
    key.run(randomUUID(), what, new Date().toISOString())
    commit.run()
  }
  return { turno: transaction('turno'), reloj: transaction('reloj') }
}
