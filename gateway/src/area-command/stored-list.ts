import { jsonParser } from '@mms/service-kit'
import { type AreaList, areaListSchema } from '../areas/area-list.ts'
import { CommandError } from './changes.ts'

/** Who did what when: a line of the log. */
export interface Entry {
  at: string
  who: string
  area: string
  command: string
  /** The words of --urgent. */
  urgent?: string | undefined
}

export type Change = (list: AreaList) => Promise<AreaList> | AreaList

/** Where the list of areas lies, in a file or a ConfigMap. */
export interface StoredList {
  read(): Promise<AreaList>
  /** Replaces the list by what `change` makes of it, and adds the entry to the log; all or nothing. */
  change(entry: Entry, change: Change): Promise<AreaList>
}

export function parseList(text: string, title: string): AreaList {
  try {
    return jsonParser(areaListSchema)(text)
  } catch (cause) {
    throw new CommandError(`The list of areas ${title} cannot be used: ${(cause as Error).message}.`, {
      cause,
    })
  }
}

/** What the gateway would refuse is not written. */
export const toText = (list: AreaList): string => `${JSON.stringify(areaListSchema.parse(list), null, 2)}\n`
