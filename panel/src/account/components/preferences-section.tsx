import { DENSITIES, REPORT_IMAGES } from '@hai-dang/contract/account/preferences.schema.ts';
import { START_SCREENS } from '@hai-dang/contract/account/start-screens.ts';
import { type ReactNode, useId } from 'react';
import { usePreferences } from '../../lib/preferences.ts';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Radio } from '../../ui/radio.tsx';
import { savePreferences } from '../../ui/save-preferences.ts';
import { accountStrings as strings } from '../account.strings.ts';

interface ChoiceProps<Value extends string> {
  readonly name: string;
  readonly title: string;
  readonly hint?: ReactNode;
  readonly values: readonly Value[];
  readonly labels: Readonly<Record<Value, string>>;
  readonly value: Value;
  readonly onChoose: (value: Value) => void;
}

function Choice<Value extends string>({ name, title, hint, values, labels, value, onChoose }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <fieldset aria-describedby={hint ? id : undefined} className="flex min-w-0 flex-col gap-1">
      <legend className="mb-1 font-semibold text-sm">{title}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        {values.map((each) => (
          <Radio
            key={each}
            name={name}
            value={each}
            checked={each === value}
            onChange={() => onChoose(each)}
            className="min-h-8 pr-2"
          >
            {labels[each]}
          </Radio>
        ))}
      </div>
      {hint && (
        <p id={id} className="max-w-prose text-ink-muted text-sm">
          {hint}
        </p>
      )}
    </fieldset>
  );
}

/** The administrator's preferences for the panel; each choice is stored at once. */
export function PreferencesSection() {
  const { reportImages, density, startScreen, hasShortcuts, opensNextReport } = usePreferences();
  return (
    <Card size="lg" title={strings.preferences} spacing="wide">
      <p className="max-w-prose text-ink-muted text-sm">{strings.preferencesHint}</p>
      <Choice
        name="startScreen"
        title={strings.startScreen}
        values={START_SCREENS}
        labels={strings.startScreens}
        value={startScreen}
        onChoose={(value) => savePreferences({ startScreen: value })}
      />
      <Choice
        name="density"
        title={strings.density}
        values={DENSITIES}
        labels={strings.densities}
        value={density}
        onChoose={(value) => savePreferences({ density: value })}
      />
      <Choice
        name="reportImages"
        title={strings.reportImages}
        hint={strings.reportImagesHint}
        values={REPORT_IMAGES}
        labels={strings.reportImageChoices}
        value={reportImages}
        onChoose={(value) => savePreferences({ reportImages: value })}
      />
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 font-semibold text-sm">{strings.ways}</legend>
        <Checkbox
          label={strings.opensNextReport}
          checked={opensNextReport}
          onChange={({ target }) => savePreferences({ opensNextReport: target.checked })}
          className="min-h-6"
        />
        <Checkbox
          label={strings.hasShortcuts}
          checked={hasShortcuts}
          onChange={({ target }) => savePreferences({ hasShortcuts: target.checked })}
          className="min-h-6"
        />
      </fieldset>
    </Card>
  );
}
