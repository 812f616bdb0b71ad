import { POLICY_SEVERITIES } from '@hai-dang/contract/moderation/policies.schema.ts';
import { priorityOf } from '@hai-dang/contract/moderation/priority.ts';
import { BadgeCheck } from 'lucide-react';
import { useState } from 'react';
import { DueBadge, PriorityNote } from '../entities/due-badge.tsx';
import { SeverityBadge } from '../entities/policy.tsx';
import { PostCounts } from '../entities/post-counts.tsx';
import { PostLocation, PostTitle } from '../entities/post-heading.tsx';
import { PostImages } from '../entities/post-images.tsx';
import { StatusBadge } from '../entities/report-status.tsx';
import { AssigneeText, ViewersText } from '../entities/subject-people.tsx';
import { UserByline } from '../entities/user-byline.tsx';
import { UserName } from '../entities/user-name.tsx';
import lighthouse from '../ui/assets/lighthouse.svg';
import { Avatar } from '../ui/avatar.tsx';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { Chip } from '../ui/chip.tsx';
import { ChipList } from '../ui/chip-list.tsx';
import { CountBadge } from '../ui/count-badge.tsx';
import { LighthouseMark } from '../ui/lighthouse-mark.tsx';
import { SafeImage } from '../ui/safe-image.tsx';
import { TabPanel, Tabs } from '../ui/tabs.tsx';
import { Example } from './example.tsx';

const TONES = ['neutral', 'green', 'red', 'amber', 'blue'] as const;
const VEILS = ['blur', 'grey', 'pending'] as const;
const STATUSES = ['pending', 'reviewing', 'resolved', 'rejected', 'archived'];
/** A name with an invisible character. */
const DECEPTIVE_NAME = 'Quản\u200Btrị';
const dueIn = (hours: number) => new Date(Date.now() + hours * 3_600_000);
const PRIORITY = priorityOf({
  hiddenAt: null,
  escalatedAt: null,
  severity: 3,
  openReports: 9,
  recordClosed: 11,
  recordRight: 8,
  dueAt: dueIn(3),
});
const LONG_NAME = 'khôngcóchỗxuốngdòng'.repeat(6);

function TabsExample() {
  const [value, setValue] = useState<'posts' | 'travel'>('posts');
  return (
    <div className="min-w-0 flex-1">
      <Tabs
        label="Tabs"
        idBase="catalogue"
        value={value}
        onChange={setValue}
        items={[
          { value: 'posts', label: 'Bài viết', count: 12 },
          { value: 'travel', label: 'Bài viết du lịch' },
        ]}
      />
      <TabPanel idBase="catalogue" value={value}>
        {value}
      </TabPanel>
    </div>
  );
}

export function Content() {
  return (
    <>
      <Example title="Card">
        <Card title="md" aside={<Badge>aside</Badge>}>
          Nội dung
        </Card>
        <Card title="lg" size="lg" aside={<Badge tone="green">aside</Badge>}>
          Nội dung
        </Card>
      </Example>
      <Example title="DueBadge, PriorityNote">
        {[-26, -0.3, 0.3, 3, 100].map((hours) => (
          <DueBadge key={hours} dueAt={dueIn(hours).toISOString()} />
        ))}
        <PriorityNote dueAt={dueIn(3).toISOString()} priority={PRIORITY} />
      </Example>
      <Example title="Badge, StatusBadge, SeverityBadge, CountBadge, Chip, ChipList">
        {TONES.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
        <Badge tone="blue" icon={BadgeCheck}>
          icon
        </Badge>
        {STATUSES.map((status) => (
          <StatusBadge key={status} status={status} />
        ))}
        {POLICY_SEVERITIES.map((severity) => (
          <SeverityBadge key={severity} severity={severity} />
        ))}
        <CountBadge tone="accent" count={3} label="3 bộ lọc" />
        <CountBadge tone="danger" count={120} cap={99} label="120 tin chưa đọc" />
        <Chip label="Bỏ lọc Huế" onRemove={() => undefined}>
          Huế
        </Chip>
        <ChipList chips={[{ name: 'reason', text: 'Spam' }]} onRemove={() => undefined} />
      </Example>
      <Example title="Tabs">
        <TabsExample />
      </Example>
      <Example title="Avatar, SafeImage, LighthouseMark">
        <Avatar src={null} size={44} />
        <Avatar src={null} size={32} name="Lan" alone />
        <SafeImage src={lighthouse} alt="Hải đăng" className="size-11" />
        <SafeImage src={null} alt="Không có ảnh" className="size-11" />
        <LighthouseMark className="size-11" />
      </Example>
      <Example title="UserName, UserByline">
        <UserName name="Nguyễn Thị Lan" className="font-semibold" />
        <UserName name={null} />
        <UserName name={DECEPTIVE_NAME} />
        <UserByline id="1" name={LONG_NAME} avatar={null} isVerified isLinked>
          <bdi className="wrap-anywhere text-ink-muted text-sm">lan@example.com</bdi>
        </UserByline>
      </Example>
      <Example title="AssigneeText, ViewersText">
        <AssigneeText assignee={null} />
        <AssigneeText assignee={{ _id: '1', username: 'Lan', avatar: null, at: new Date().toISOString() }} />
        <ViewersText
          viewers={['Mai', LONG_NAME].map((username, index) => ({ _id: String(index), username, avatar: null }))}
        />
      </Example>
      <Example title="PostTitle, PostLocation, PostCounts">
        <PostTitle title="Ba ngày ở Huế" />
        <PostTitle title={null} />
        <PostLocation location="Thừa Thiên Huế" />
        <PostCounts likes={1_234} comments={5} />
      </Example>
      <Example title="PostImages">
        <div className="w-full">
          <PostImages images={[lighthouse, '', lighthouse]} authorName="Lan" layout="preview" shownAtMost={2} />
        </div>
        <div className="w-full">
          <PostImages images={[lighthouse, lighthouse]} authorName="Lan" layout="evidence" />
        </div>
      </Example>
      <Example title="PostImages, UserByline: veil">
        {VEILS.map((veil) => (
          <div key={veil} className="w-full">
            <PostImages images={[lighthouse, lighthouse]} authorName="Lan" layout="evidence" veil={veil} />
            <UserByline name="Lan" avatar={lighthouse} veil={veil} size={56} />
          </div>
        ))}
      </Example>
    </>
  );
}
