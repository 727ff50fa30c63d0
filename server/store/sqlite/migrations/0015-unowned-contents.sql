-- Contents of files that no file refers to any more, since when, and what has become of their bytes.
create table unowned_contents (
  sha256 text primary key,
  since integer not null,
  state text not null check (state in ('kept', 'removing', 'removed'))
) strict, without rowid;

create index unowned_contents_since on unowned_contents (since);
