-- Contents of files that no file refers to any more, since when, and what has become of their bytes.
create table unowned_contents (
  sha256 text collate "C" primary key,
  since bigint not null,
  state text collate "C" not null check (state in ('kept', 'removing', 'removed'))
);

create index unowned_contents_since on unowned_contents (since);
