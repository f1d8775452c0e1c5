import { addColumnOnce, type Migration } from '@mms/service-kit'

/** The command to inventory as it was first sent: another release must send the same for the same id. */
export const addCommand: Migration = {
  name: '20261121150100_add_command',
  up: (db) =>
    addColumnOnce(db, 'transactions', 'command', (table) => {
      table.text('command').nullable()
    }),
}
