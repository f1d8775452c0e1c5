import { climates, type ShownStoreSettings, seasons } from '@mms/contracts'
import { DateField } from '@mms/sdk'
import { fieldProps } from '@mms/sdk/forms'
import { Heading, NumberField, SelectField, SimpleGrid, Stack, Text } from '@mms/ui'
import type { ReactNode } from 'react'
import { climateName, seasonName } from '../words/climate.ts'
import * as words from '../words/store-settings.ts'
import type { SettingsForm } from './form-values.ts'

type Form = SettingsForm

const SERVICE_LEVELS = [0.9, 0.95, 0.975, 0.99]

export function PlaceFields({ form, settings }: { form: Form; settings: ShownStoreSettings }) {
  return (
    <Section title={words.placeAndCalendar} text={words.timeZoneText(settings.timeZone)}>
      <SelectField label={words.city} hint={words.cityHint} required {...fieldProps(form, 'city')}>
        {settings.cities.map(({ city, state }) => (
          <option key={city} value={city}>
            {state && state !== city ? `${city}, ${state}` : city}
          </option>
        ))}
      </SelectField>
      <SelectField label={words.seasons} required {...fieldProps(form, 'seasonScheme')}>
        <option value="standard">{words.standardSeasons}</option>
        <option value="imd">{words.imdSeasons}</option>
      </SelectField>
    </Section>
  )
}

export function OrderFields({ form }: { form: Form }) {
  return (
    <Section title={words.ordering} text={words.orderingText}>
      <NumberField
        label={words.leadTime}
        hint={words.leadTimeHint}
        required
        {...fieldProps(form, 'leadTimeDays')}
      />
      <NumberField
        label={words.reviewPeriod}
        hint={words.reviewPeriodHint}
        required
        {...fieldProps(form, 'reviewPeriodDays')}
      />
      <SelectField
        label={words.serviceLevel}
        hint={words.serviceLevelHint}
        required
        {...fieldProps(form, 'serviceLevel')}
      >
        {levelsWith(Number(form.getValues('serviceLevel'))).map((level) => (
          <option key={level} value={level}>
            {Math.round(level * 1_000) / 10} %
          </option>
        ))}
      </SelectField>
    </Section>
  )
}

function levelsWith(current: number): number[] {
  return [...new Set([...SERVICE_LEVELS, current])].sort((a, b) => a - b)
}

export function ConditionFields({ form }: { form: Form }) {
  return (
    <Section title={words.byHand} text={words.byHandText}>
      <SelectField label={words.season} {...fieldProps(form, 'season')}>
        <option value="">{words.byCalendar}</option>
        {seasons.map((season) => (
          <option key={season} value={season}>
            {seasonName(season)}
          </option>
        ))}
      </SelectField>
      <DateField label={words.seasonUntil} {...fieldProps(form, 'seasonUntil')} />
      <SelectField label={words.climate} {...fieldProps(form, 'climate')}>
        <option value="">{words.byCityClimate}</option>
        {climates.map((climate) => (
          <option key={climate} value={climate}>
            {climateName(climate)}
          </option>
        ))}
      </SelectField>
      <DateField label={words.climateUntil} {...fieldProps(form, 'climateUntil')} />
    </Section>
  )
}

function Section({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Stack gap="4">
      <div>
        <Heading as="h2" size="md">
          {title}
        </Heading>
        <Text color="fg.muted" textStyle="sm">
          {text}
        </Text>
      </div>
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="4">
        {children}
      </SimpleGrid>
    </Stack>
  )
}
