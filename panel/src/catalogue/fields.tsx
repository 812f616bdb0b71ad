import { Search } from 'lucide-react';
import { useRef, useState } from 'react';
import { AssigneeFilter } from '../entities/assignee-filter.tsx';
import { ListSearch } from '../entities/list-search.tsx';
import { Button } from '../ui/button.tsx';
import { FormAlert } from '../ui/callout.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { DayField } from '../ui/day-field.tsx';
import { MenuSelect } from '../ui/menu-select.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { Radio } from '../ui/radio.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { Textarea, TextareaField } from '../ui/textarea.tsx';
import { putAt } from '../ui/typed-word.ts';
import { useForm } from '../ui/use-form.ts';
import { useWordMenu } from '../ui/use-word-menu.ts';
import { WordMenuList } from '../ui/word-menu.tsx';
import { Example } from './example.tsx';

const OPTIONS = [
  { value: 'a', label: 'Một' },
  { value: 'b', label: 'Hai' },
];

function SearchExample() {
  const [text, setText] = useState('Huế');
  return (
    <>
      <SearchField
        label="SearchField"
        placeholder="Tìm kiếm"
        maxLength={100}
        value={text}
        onType={setText}
        clearLabel="Xóa từ khóa"
        className="min-w-48 flex-1"
      />
      <ListSearch q={text} label="ListSearch" onSearch={setText} />
    </>
  );
}

function MenuSelectExample() {
  const [value, setValue] = useState('a');
  const text = OPTIONS.find((option) => option.value === value)?.label ?? '';
  return (
    <MenuSelect
      label="MenuSelect"
      text={text}
      value={value}
      options={OPTIONS}
      onOpen={() => undefined}
      onChoose={setValue}
    />
  );
}

/** '#' opens the menu. */
function WordMenuExample() {
  const [text, setText] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const menu = useWordMenu<(typeof OPTIONS)[number]>({
    field,
    text,
    sign: '#',
    isOffered: true,
    find: (typed) => OPTIONS.filter(({ label }) => label.startsWith(typed)),
    put: (word, option) => option && putAt(text, word, option.label),
    onChange: setText,
  });
  return (
    <div className="relative flex-1">
      <TextareaField
        ref={field}
        label="WordMenuList"
        hint="# mở danh sách"
        rows={2}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          menu.onTyped(event.target);
        }}
        onKeyDown={menu.onKeyDown}
        {...menu.fieldProps}
      />
      <WordMenuList
        open={menu.open}
        label="WordMenuList"
        found={(count) => `${count} mục`}
        note="Không có mục nào"
        keyOf={({ value }) => value}
        side="below"
      >
        {({ label }) => label}
      </WordMenuList>
    </div>
  );
}

/** Submits after a second; the name 'lỗi' gives an error of its field, 'hỏng' one of the form. */
function FormExample() {
  const [saved, setSaved] = useState('');
  const form = useForm<'name'>({
    validate: (data) => (data.get('name') === '' ? { name: 'Vui lòng nhập tên' } : {}),
    async submit(data) {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      const name = String(data.get('name'));
      if (name === 'lỗi' || name === 'hỏng') throw new Error(name);
      setSaved(name);
    },
    explain: (error) => (String(error).includes('hỏng') ? { form: 'Không thể lưu' } : { name: 'Tên đã được dùng' }),
  });
  return (
    <form {...form.props} className="flex max-w-md flex-1 flex-col gap-4">
      <TextField {...form.field('name')} label="Tên" hint="lỗi, hỏng hoặc tên khác" />
      <FormAlert>{form.errors.form}</FormAlert>
      <p role="status">{saved}</p>
      <Button type="submit" variant="primary" pending={form.isPending} className="self-start">
        Lưu
      </Button>
    </form>
  );
}

export function Fields() {
  return (
    <>
      <Example title="TextField">
        <TextField label="TextField" />
        <TextField label="hint" hint="Một gợi ý" defaultValue="Hải Đăng" />
        <TextField label="error" error="Một lỗi" defaultValue="Hải Đăng" />
        <TextField label="size lg" size="lg" placeholder="placeholder" />
        <TextField label="leading" leading={<Search aria-hidden="true" className="size-4" />} />
        <TextField label="disabled" disabled defaultValue="Hải Đăng" />
      </Example>
      <Example title="PasswordField, SearchField, ListSearch">
        <PasswordField label="Mật khẩu" autoComplete="new-password" />
        <SearchExample />
      </Example>
      <Example title="DayField">
        <DayField label="DayField" value="2026-11-20" onChoose={() => undefined} />
      </Example>
      <Example title="SelectField, AssigneeFilter, MenuSelect">
        <SelectField label="SelectField" options={OPTIONS} />
        <AssigneeFilter value="me" onChoose={() => undefined} />
        <SelectField label="disabled" options={OPTIONS} disabled />
        <MenuSelectExample />
      </Example>
      <Example title="Textarea, TextareaField">
        <TextareaField label="TextareaField" hint="Một gợi ý" rows={3} />
        <TextareaField label="error" error="Một lỗi" rows={3} />
        <Textarea aria-label="Textarea" rows={1} />
      </Example>
      <Example title="WordMenuList">
        <WordMenuExample />
      </Example>
      <Example title="Checkbox">
        <Checkbox label="Checkbox" />
        <Checkbox label="checked" defaultChecked />
        <Checkbox label="disabled" disabled />
      </Example>
      <Example title="Radio">
        <Radio name="radio" defaultChecked>
          Radio
        </Radio>
        <Radio name="radio">Hai</Radio>
        <Radio name="radio" disabled>
          disabled
        </Radio>
      </Example>
      <Example title="useForm, FormAlert">
        <FormExample />
      </Example>
    </>
  );
}
